import { reportMarkdown } from '../../core/records/write/report/reportMarkdown';
import { type Terminal, writeAll } from '../asked/terminal';
import type { CommandAnswer, OutputForm } from './answer';
import { jsonText } from './json';
import { reportText } from './reportText';

/** Writes what a command found out to standard output. */
export function writeAnswer(
	answer: CommandAnswer,
	form: OutputForm,
	{ stdout }: Pick<Terminal, 'stdout'>,
): Promise<void> {
	return writeAll(stdout, textOf(answer, form, stdout.columns ?? Number.POSITIVE_INFINITY));
}

function textOf({ data, rows, document }: CommandAnswer, form: OutputForm, width: number): string {
	switch (form) {
		case 'json':
			return `${jsonText(data, '  ')}\n`;
		case 'ndjson':
			return rows.map((row) => `${jsonText(row)}\n`).join('');
		case 'markdown':
			return reportMarkdown(document, () => undefined);
		case 'table':
			return reportText(document, width);
	}
}
