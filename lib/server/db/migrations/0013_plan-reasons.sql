ALTER TABLE "subscriptions" ADD COLUMN "payment_issue" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "never_began" text;