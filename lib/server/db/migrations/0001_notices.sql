ALTER TABLE "duplicates" ADD COLUMN "refund_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "retry_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "card_expires" text;