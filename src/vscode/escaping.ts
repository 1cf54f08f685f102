import { inOneLine } from '../core/common/plainText';

/** Escapes text for quick pick labels, which render `$(name)` as an icon. */
export function withoutIcons(text: string): string {
	return text.replaceAll('$(', '\\$(');
}

/**
 * Escapes text for one line of Markdown. Unlike `appendText`, this function preserves spaces, so that lines can wrap.
 */
export function withoutMarkdown(text: string): string {
	return inOneLine(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** Breaks up Markdown links. In messages and prompts, `[text](url)` becomes a link and can't be escaped. */
export function withoutLinks(text: string): string {
	return text.replaceAll('](', '] (');
}
