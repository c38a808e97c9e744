CREATE TABLE "duplicates" (
	"store" text NOT NULL,
	"subscription_id" text NOT NULL,
	"uid" text NOT NULL,
	"customer_id" text NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"refunded" integer,
	"currency" text,
	CONSTRAINT "duplicates_store_subscription_id_pk" PRIMARY KEY("store","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp with time zone,
	"try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_changes" (
	"store" text NOT NULL,
	"subscription_id" text NOT NULL,
	"stamp" bigint NOT NULL,
	"uid" text,
	"customer_id" text,
	"kind" text NOT NULL,
	"status_before" text,
	"status" text NOT NULL,
	"is_unsubscribed" boolean NOT NULL,
	"access" boolean NOT NULL,
	"price_id" text,
	"amount" integer,
	"currency" text,
	"interval" text,
	"current_period_end" timestamp with time zone,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_changes_store_subscription_id_stamp_pk" PRIMARY KEY("store","subscription_id","stamp")
);
--> statement-breakpoint
ALTER TABLE "consents" ALTER COLUMN "uid" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "ui" text DEFAULT 'hosted' NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "amount" integer;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "interval" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "trial_days" integer;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "tax_behavior" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "duplicates_uid" ON "duplicates" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "letters_uid" ON "letters" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "letters_unsent" ON "letters" USING btree ("attempts","created_at") WHERE "letters"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "plan_changes_uid" ON "plan_changes" USING btree ("uid");