import { reportMarkdown } from '../../core/records/write/report/reportMarkdown';
import { type Terminal, writeAll } from '../options/terminal';
import { inertLog } from './inert';
import { jsonText } from './json';
import { reportText } from './reportText';
import type { CommandAnswer, OutputForm } from './result';

export function writeAnswer(
	answer: CommandAnswer,
	form: OutputForm,
	{ stdout }: Pick<Terminal, 'stdout'>,
): Promise<void> {
	return writeAll(stdout, getText(answer, form, stdout.columns ?? Number.POSITIVE_INFINITY));
}

function getText({ data, rows, document }: CommandAnswer, form: OutputForm, width: number): string {
	switch (form) {
		case 'json':
			return `${jsonText(data, '  ')}\n`;
		case 'ndjson':
			return rows.map((row) => `${jsonText(row)}\n`).join('');
		case 'markdown':
			return inertLog(reportMarkdown(document, () => undefined));
		case 'table':
			return inertLog(reportText(document, width));
	}
}
