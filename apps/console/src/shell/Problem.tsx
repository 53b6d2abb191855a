/** What is wrong, below a form. It is announced when it changes. */
export function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="rounded-md bg-error/10 px-3 py-2 text-sm text-error empty:hidden">
      {text}
    </p>
  );
}
