import { runSynchronously } from '../../../common/cooperativeTask';
import { codeBlock, markdownCell, markdownText } from '../markdown';
import { barChart, trendChart } from './charts';
import {
	isTextColumn,
	type LinkTo,
	linkTarget,
	type ReportBlock,
	type ReportDocument,
	type ReportLine,
	type ReportWords,
} from './report';

/** Returns GitHub Flavored Markdown. Foreign text is formatted as code and can't end the code formatting. */
export function reportMarkdown({ blocks }: ReportDocument, linkTo: LinkTo): string {
	return `${blocks.map((block) => blockOf(block, linkTo)).join('\n\n')}\n`;
}

function blockOf(block: ReportBlock, linkTo: LinkTo): string {
	switch (block.kind) {
		case 'heading':
			return `${'#'.repeat(block.level)} ${getLine(block.line, linkTo)}`;
		case 'paragraph':
			return blockLine(block.line, linkTo);
		case 'list':
			return block.items.map((item) => `- ${blockLine(item, linkTo)}`).join('\n');
		case 'table':
			return [block.head, block.head.map((_, column) => (isTextColumn(block, column) ? '---' : '---:')), ...block.rows]
				.map((cells, row) => `| ${cells.map((cell) => (row === 1 ? cell : cellOf(cell, linkTo))).join(' | ')} |`)
				.join('\n');
		case 'bars':
			return codeBlock(barChart(block.bars));
		case 'trends':
			return codeBlock(trendChart(block.trends));
	}
}

function getLine(line: ReportLine, linkTo: LinkTo): string {
	return line.map((words) => wordsOf(words, linkTo)).join('');
}

function blockLine(line: ReportLine, linkTo: LinkTo): string {
	return getLine(line, linkTo).replace(blockStart, (start) => start.trim().replace(/.$/, '\\$&'));
}

function cellOf(cell: ReportWords, linkTo: LinkTo): string {
	return typeof cell === 'object' && 'foreign' in cell
		? runSynchronously(markdownCell(cell.foreign))
		: wordsOf(cell, linkTo).replaceAll('|', '\\|');
}

function wordsOf(words: ReportWords, linkTo: LinkTo): string {
	if (typeof words === 'string') {
		return plain(words);
	}
	if ('foreign' in words) {
		return markdownText(words.foreign);
	}
	const [text, target] = [markdownText(words.link.label), linkTarget(words.link, linkTo)];
	return target === undefined ? text : `[${text}](${target})`;
}

/** Matches line endings, control characters, and characters that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced on purpose
const disruptive = /[\0-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
/** Matches Markdown syntax at the beginning of a line: a heading, a list item, or a code block. */
const blockStart = /^\s*(?:[#+=-]|\d{1,9}[.)](?=\s|$))/;

function plain(sentence: string): string {
	return sentence.replace(disruptive, ' ').replace(/[\\`*_[\]<>&|~]/g, '\\$&');
}
