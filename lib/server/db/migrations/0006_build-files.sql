CREATE TABLE "build_files" (
	"path" text PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL
);
