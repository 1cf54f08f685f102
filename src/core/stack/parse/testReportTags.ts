import { partOf, type TextLine } from './textLine';

const names = 'error|failure|flakyError|flakyFailure|message|rerunError|rerunFailure|stack-?trace|system-(?:err|out)';
const startTag = new RegExp(`^\\s{0,40}<(?:${names})(?:\\s{1,9}[\\w:.-]{1,40}="[^"<]*"){0,9}>(?:<!\\[CDATA\\[)?`, 'i');
const endTag = new RegExp(`(?:\\]\\]>)?</(?:${names})>$`, 'i');

/** Maximum length of an end tag, including the end of a CDATA section. */
const maxEndTag = 24;

/** Removes the XML tags that JUnit, NUnit, and Visual Studio write around an error in the report of a test run. */
export function withoutTestReportTags(line: TextLine): TextLine {
	const { text } = line;
	if (!text.includes('<') || !text.includes('>')) {
		return line;
	}
	const from = startTag.exec(text)?.[0].length ?? 0;
	const end = endTag.exec(text.slice(-maxEndTag))?.[0].length ?? 0;
	const isWhole = from === 0 && end === 0;
	return isWhole || from + end > text.length ? line : partOf(line, from, text.length - end);
}
