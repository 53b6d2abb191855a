/** Asks for an e-mail address, checks it, and shows the next step. Nothing is sent or stored: the product sends no mails. */
import { useState } from "react";
import { Button, Form } from "@reelcast/ui";
import { Outcome } from "./Outcome.tsx";
import { EmailField } from "./fields.tsx";

export interface MailFormProps {
  submit: string;
  title: string;
  /** The next step for this e-mail address. */
  text: (email: string) => string;
}

export function MailForm({ submit, title, text }: MailFormProps) {
  const [email, setEmail] = useState("");
  const [checked, setChecked] = useState(false);
  if (checked) return <Outcome support kind="info" title={title} text={text(email.trim())} />;
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
      }}
    >
      <EmailField value={email} onChange={setEmail} />
      <Button type="submit" tone="main" disabled={email.trim() === ""} className="min-h-12 text-base">
        {submit}
      </Button>
    </Form>
  );
}
