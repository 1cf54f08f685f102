import { inOneLine } from '../core/common/plainText';

/** Texts of others in places where the editor reads signs of its own. */

/** Text for the labels of quick picks, which draw an icon where they read `$(name)`: it stays the text it is. */
export function withoutIcons(text: string): string {
	return text.replaceAll('$(', '\\$(');
}

/**
 * Text within Markdown: every sign of it stays text, addresses are no links, and it is one line. Unlike the editor's own
 * `appendText` it leaves spaces where lines may be broken. Not for Markdown with icons.
 */
export function withoutMarkdown(text: string): string {
	return inOneLine(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/**
 * Text for messages and for the line below an input box, where the editor makes a link of `[words](address)` and knows no
 * sign that would keep it text.
 */
export function withoutLinks(text: string): string {
	return text.replaceAll('](', '] (');
}
