CREATE SEQUENCE "public"."sync_stamp" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "address_marks" (
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"ref" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_marks_kind_hash_pk" PRIMARY KEY("kind","hash")
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"provider" text NOT NULL,
	"price_id" text NOT NULL,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"trial_days" integer NOT NULL,
	"trial_marks" text[] DEFAULT '{}' NOT NULL,
	"ui" text DEFAULT 'hosted' NOT NULL,
	"session_id" text,
	"open" boolean DEFAULT true NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"checkout_id" text PRIMARY KEY NOT NULL,
	"uid" text,
	"kind" text NOT NULL,
	"wording_version" text NOT NULL,
	"price_id" text NOT NULL,
	"provider" text NOT NULL,
	"customer_id" text,
	"amount" integer,
	"currency" text,
	"interval" text,
	"trial_days" integer,
	"tax_behavior" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "customers" (
	"uid" text NOT NULL,
	"provider" text NOT NULL,
	"customer_id" text NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_uid_provider_pk" PRIMARY KEY("uid","provider")
);
--> statement-breakpoint
CREATE TABLE "deleted_customers" (
	"provider" text NOT NULL,
	"customer_id" text NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deleted_customers_provider_customer_id_pk" PRIMARY KEY("provider","customer_id")
);
--> statement-breakpoint
CREATE TABLE "deleted_users" (
	"uid" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
	"reason" text,
	CONSTRAINT "duplicates_store_subscription_id_pk" PRIMARY KEY("store","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone NOT NULL
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
	"ends_at" timestamp with time zone,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_changes_store_subscription_id_stamp_pk" PRIMARY KEY("store","subscription_id","stamp")
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"plan" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp with time zone,
	"withheld_at" timestamp with time zone,
	"try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"store" text NOT NULL,
	"id" text NOT NULL,
	"uid" text NOT NULL,
	"customer_id" text,
	"product_identifier" text,
	"price_id" text,
	"amount" integer,
	"currency" text,
	"interval" text,
	"status" text NOT NULL,
	"is_unsubscribed" boolean NOT NULL,
	"access" boolean NOT NULL,
	"current_period_end" timestamp with time zone,
	"trial_end" timestamp with time zone,
	"open_invoice" boolean DEFAULT false NOT NULL,
	"ends_at" timestamp with time zone,
	"charges" boolean,
	"next_charge_at" timestamp with time zone,
	"next_charge_amount" integer,
	"next_charge_currency" text,
	"adjusted" boolean DEFAULT false NOT NULL,
	"payment_issue" text,
	"never_began" text,
	"started_at" timestamp with time zone NOT NULL,
	"stamp" bigint NOT NULL,
	"written" bigint DEFAULT 0 NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_store_id_pk" PRIMARY KEY("store","id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" text PRIMARY KEY NOT NULL,
	"name" text,
	"username" text,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"provider_id" text NOT NULL,
	"phone" text,
	"token_issued_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("uid") WHERE "checkouts"."open";--> statement-breakpoint
CREATE INDEX "consents_uid" ON "consents" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "consents_customer" ON "consents" USING btree ("provider","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_messages_digest" ON "contact_messages" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "contact_messages_mailed" ON "contact_messages" USING btree ("mailed_at");--> statement-breakpoint
CREATE INDEX "contact_messages_unsent" ON "contact_messages" USING btree ("attempts","received_at") WHERE "contact_messages"."mailed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_provider_id" ON "customers" USING btree ("provider","customer_id");--> statement-breakpoint
CREATE INDEX "duplicates_uid" ON "duplicates" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "plan_changes_uid" ON "plan_changes" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "plan_changes_customer" ON "plan_changes" USING btree ("store","customer_id");--> statement-breakpoint
CREATE INDEX "letters_uid" ON "letters" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "letters_plan" ON "letters" USING btree ("plan");--> statement-breakpoint
CREATE INDEX "letters_unsent" ON "letters" USING btree ("attempts","created_at") WHERE "letters"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_uid" ON "subscriptions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("store","customer_id");