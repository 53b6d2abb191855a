/** Decodes base64url (https://www.rfc-editor.org/rfc/rfc4648#section-5): one character for each byte. @throws DOMException */
export const decodeBase64url = (text: string): string => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
