CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"digest" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp with time zone,
	"try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "contact_messages_digest" ON "contact_messages" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "contact_messages_unsent" ON "contact_messages" USING btree ("attempts","received_at") WHERE "contact_messages"."mailed_at" is null;