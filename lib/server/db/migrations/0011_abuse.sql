CREATE TABLE "address_marks" (
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"ref" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_marks_kind_hash_pk" PRIMARY KEY("kind","hash")
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "withheld_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_messages_mailed" ON "contact_messages" USING btree ("mailed_at");--> statement-breakpoint
CREATE INDEX "letters_plan" ON "letters" USING btree ("plan");