import { l10n } from 'vscode';
import type { ReportBlock, ReportLine, ReportLink, ReportWords } from '../../core/records/write/report/report';
import type { ApartLines } from '../../shared/comparison';
import type { GroupValue } from '../../shared/groupValue';
import { groupWords } from '../../shared/groupWords';
import type { GroupKey } from '../../shared/results';

/** Foreign texts are cut after so many characters. */
const maxForeignLength = 200;

export function foreign(text: string): ReportWords {
	return { foreign: text.length > maxForeignLength ? `${text.slice(0, maxForeignLength)}…` : text };
}

export function heading(level: 1 | 2 | 3, ...line: ReportLine): ReportBlock {
	return { kind: 'heading', level, line };
}

export function paragraph(...line: ReportLine): ReportBlock {
	return { kind: 'paragraph', line };
}

export function labelled(label: string, ...line: ReportLine): ReportLine {
	return [`${label}: `, ...line];
}

export function apartBy(between: string, words: readonly ReportWords[]): ReportLine {
	return words.flatMap((each, place) => (place === 0 ? [each] : [between, each]));
}

/** The title of a group, and what else tells it apart. */
export function namesOf(key: GroupKey, value: GroupValue): ReportWords[] {
	const { title, place, message } = groupWords(key, value);
	return [
		title === '' ? l10n.t('(no name)') : foreign(title),
		...[place, message].filter((part) => part !== '').map(foreign),
	];
}

/** The least and the greatest version; '' is none. */
export function versionsOf(first: string, last: string): readonly ReportLine[] {
	if (first === '') {
		return [];
	}
	return first === last
		? [labelled(l10n.t('Version among these records'), foreign(first))]
		: [labelled(l10n.t('Versions among these records'), foreign(first), ' – ', foreign(last))];
}

export function codeOf(code: ReportLink | undefined): readonly ReportBlock[] {
	return code ? [paragraph(...labelled(l10n.t('Thrown from'), { link: code }))] : [];
}

/** What sets a group apart; nothing where it was not asked, or nothing does. */
export function apartOf(apart: ApartLines | undefined): readonly ReportBlock[] {
	return apart && apart.lines.length > 0
		? [
				paragraph(l10n.t('What sets it apart'), ' – ', apart.note),
				{ kind: 'list', items: apart.lines.map(({ text }) => [foreign(text)]) },
			]
		: [];
}
