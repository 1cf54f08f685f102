import { atOnce } from '../../../common/steps';
import { codeBlock, markdownCell, markdownText } from '../markdown';
import { barChart, trendChart } from './charts';
import {
	type LinkTo,
	linkTarget,
	type ReportBlock,
	type ReportDocument,
	type ReportLine,
	type ReportWords,
} from './report';

/**
 * A report as Markdown (GitHub Flavored Markdown, for its tables). Foreign texts stand in code that they cannot close.
 */
export function reportMarkdown({ blocks }: ReportDocument, linkTo: LinkTo): string {
	return `${blocks.map((block) => blockOf(block, linkTo)).join('\n\n')}\n`;
}

function blockOf(block: ReportBlock, linkTo: LinkTo): string {
	switch (block.kind) {
		case 'heading':
			return `${'#'.repeat(block.level)} ${lineOf(block.line, linkTo)}`;
		case 'paragraph':
			return lineOf(block.line, linkTo);
		case 'list':
			return block.items.map((item) => `- ${lineOf(item, linkTo)}`).join('\n');
		case 'table':
			return [block.head, block.head.map((_, column) => (column === 0 ? '---' : '---:')), ...block.rows]
				.map((cells, row) => `| ${cells.map((cell) => (row === 1 ? cell : cellOf(cell, linkTo))).join(' | ')} |`)
				.join('\n');
		case 'bars':
			return codeBlock(barChart(block.bars));
		case 'trends':
			return codeBlock(trendChart(block.trends));
	}
}

function lineOf(line: ReportLine, linkTo: LinkTo): string {
	return line.map((words) => wordsOf(words, linkTo)).join('');
}

function cellOf(cell: ReportWords, linkTo: LinkTo): string {
	return typeof cell === 'object' && 'foreign' in cell
		? atOnce(markdownCell(cell.foreign))
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

/** Our own words, with names in them, as Markdown that shows them as they are. */
function plain(sentence: string): string {
	return sentence.replace(/[\\`*_[\]<>&|~]/g, '\\$&');
}
