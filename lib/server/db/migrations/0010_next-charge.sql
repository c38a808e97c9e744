ALTER TABLE "plan_changes" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "charges" boolean;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_charge_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_charge_amount" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_charge_currency" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "adjusted" boolean DEFAULT false NOT NULL;