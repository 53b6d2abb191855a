/** The console's mark: four tiles of a wall, one of them lit. */
export function Mark() {
  return (
    <svg viewBox="0 0 20 17" width="20" height="17" aria-hidden="true" className="shrink-0">
      <rect width="9" height="7.5" rx="1.6" className="fill-gold" />
      <rect x="11" width="9" height="7.5" rx="1.6" className="fill-edge" />
      <rect y="9.5" width="9" height="7.5" rx="1.6" className="fill-edge" />
      <rect x="11" y="9.5" width="9" height="7.5" rx="1.6" className="fill-edge" />
    </svg>
  );
}
