ALTER TABLE "users" ADD COLUMN "health_consent" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "health_consent_at" timestamp with time zone;