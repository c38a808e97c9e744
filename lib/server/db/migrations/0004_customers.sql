CREATE INDEX "consents_customer" ON "consents" USING btree ("provider","customer_id");--> statement-breakpoint
CREATE INDEX "plan_changes_customer" ON "plan_changes" USING btree ("store","customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("store","customer_id");