import { barChart, trendChart } from '../../core/records/write/report/charts';
import {
	isTextColumn,
	type ReportBlock,
	type ReportDocument,
	type ReportLine,
} from '../../core/records/write/report/report';
import { cutEnd } from './cellWidth';
import { visibleLine } from './inert';
import { tableText } from './tableText';

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Formats a report as text. Removes control characters, because the report may contain text from records. */
export function reportText({ blocks }: ReportDocument, width: number): string {
	return `${blocks.map((block) => getText(block, width)).join('\n\n')}\n`;
}

function getText(block: ReportBlock, width: number): string {
	switch (block.kind) {
		case 'heading':
		case 'paragraph':
			return lineText(block.line);
		case 'list':
			return block.items.map((item) => `- ${lineText(item)}`).join('\n');
		case 'table': {
			const rows = block.rows.map((row) => row.map((words) => lineText([words])));
			return tableText(
				{
					head: block.head.map((words) => lineText([words])),
					rows,
					isText: block.head.map((_, at) => isTextColumn(block, at) || !rows.every((row) => isNumber(row[at] ?? ''))),
				},
				width,
			);
		}
		case 'bars':
			return inLines(barChart(block.bars), width);
		case 'trends':
			return inLines(trendChart(block.trends), width);
	}
}

function isNumber(cell: string): boolean {
	return /^[\d,.\s%–-]*$/.test(cell);
}

function inLines(chart: string, width: number): string {
	return chart
		.split('\n')
		.map((line) => cutEnd(line.replace(unseen, ' ').trimEnd(), width))
		.join('\n');
}

function lineText(line: ReportLine): string {
	const words = line.map((part) =>
		typeof part === 'string' ? part : 'foreign' in part ? part.foreign : part.link.label,
	);
	return visibleLine(words.join(''));
}
