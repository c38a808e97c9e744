ALTER TABLE "checkouts" ADD COLUMN "trial_marks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "token_issued_at" timestamp with time zone;