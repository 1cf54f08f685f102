import type { ReportBlock, ReportLine, ReportWords } from '../../core/records/write/report/report';

export function title(...line: ReportLine): ReportBlock {
	return { kind: 'heading', level: 1, line };
}

export function table(head: readonly string[], rows: readonly (readonly ReportWords[])[]): ReportBlock[] {
	return rows.length === 0 ? [] : [{ kind: 'table', head, rows }];
}

export function line(...words: ReportLine): ReportBlock {
	return { kind: 'paragraph', line: words };
}
