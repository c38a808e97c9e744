ALTER TABLE "checkouts" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "health_consent_language" text;