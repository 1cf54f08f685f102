import { inOneLine } from '../core/common/plainText';

/** Escapes text for quick pick labels, which render `$(name)` as an icon. */
export function withoutIcons(text: string): string {
	return text.replaceAll('$(', '\\$(');
}

/** Escapes text for one line of Markdown. Unlike `appendText`, keeps spaces, so that lines can wrap. */
export function withoutMarkdown(text: string): string {
	return inOneLine(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** Breaks links in messages and prompts, in which `[text](url)` can't be escaped. */
export function withoutLinks(text: string): string {
	return text.replaceAll('](', '] (');
}
