import { cut, plainText } from '../../core/common/plainText';
import { barChart, trendChart } from '../../core/records/write/report/charts';
import type { ReportBlock, ReportDocument, ReportLine } from '../../core/records/write/report/report';

/** Between the columns of a table. */
const gap = '  ';
/** Of a cell; the first column may take what the others leave. */
const leastCell = 24;
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A report for a terminal: no control character of a record reaches it. */
export function reportText({ blocks }: ReportDocument, width: number): string {
	return `${blocks.map((block) => textOf(block, width)).join('\n\n')}\n`;
}

function textOf(block: ReportBlock, width: number): string {
	switch (block.kind) {
		case 'heading':
		case 'paragraph':
			return lineText(block.line);
		case 'list':
			return block.items.map((item) => `- ${lineText(item)}`).join('\n');
		case 'table':
			return tableText(
				[block.head, ...block.rows].map((row) => row.map((words) => lineText([words]))),
				width,
			);
		case 'bars':
			return inLines(barChart(block.bars));
		case 'trends':
			return inLines(trendChart(block.trends));
	}
}

/** Labels may be of records. */
function inLines(chart: string): string {
	return chart
		.split('\n')
		.map((line) => line.replace(unseen, ' ').trimEnd())
		.join('\n');
}

function lineText(line: ReportLine): string {
	const words = line.map((part) =>
		typeof part === 'string' ? part : 'foreign' in part ? part.foreign : part.link.label,
	);
	return plainText(words.join(''));
}

/** Columns as wide as they need, the widest cut where the terminal is too narrow; numbers to the right. */
function tableText(rows: readonly (readonly string[])[], width: number): string {
	const columns = Math.max(0, ...rows.map(({ length }) => length));
	const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => lengthOf(row[at] ?? ''))));
	const room = () => widths.reduce((sum, one) => sum + one + gap.length, -gap.length);
	while (room() > width) {
		const widest = widths.indexOf(Math.max(...widths));
		const wanted = Math.max(leastCell, (widths[widest] ?? 0) - (room() - width));
		if (wanted === widths[widest]) {
			break;
		}
		widths[widest] = wanted;
	}
	const isNumber = widths.map((_, at) => at > 0 && rows.slice(1).every((row) => /^[\d,.\s%–-]*$/.test(row[at] ?? '')));
	return rows
		.map((row) =>
			row
				.map((cell, at) => {
					const text = cut(cell, widths[at] ?? 0);
					const pad = ' '.repeat(Math.max(0, (widths[at] ?? 0) - lengthOf(text)));
					return isNumber[at] ? pad + text : text + pad;
				})
				.join(gap)
				.trimEnd(),
		)
		.join('\n');
}

function lengthOf(text: string): number {
	return [...text].length;
}
