import type { ReportBlock, ReportLine, ReportLink, ReportWords } from '../../core/records/write/report/report';
import type { TraitLines } from '../../shared/comparison';
import { groupWords } from '../../shared/groupLabels';
import type { GroupValue } from '../../shared/groupValue';
import type { GroupKey } from '../../shared/results';
import { l10n } from '../l10n';

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

export function traitText(between: string, words: readonly ReportWords[]): ReportLine {
	return words.flatMap((each, index) => (index === 0 ? [each] : [between, each]));
}

export function getNames(key: GroupKey, value: GroupValue): ReportWords[] {
	const { title, place, message } = groupWords(key, value);
	return [
		title === '' ? l10n.t('(no name)') : foreign(title),
		...[place, message].filter((part) => part !== '').map(foreign),
	];
}

/** Formats a range of versions. `first` and `last` are empty if no version is known. */
export function getVersions(first: string, last: string): readonly ReportLine[] {
	if (first === '') {
		return [];
	}
	return first === last
		? [labelled(l10n.t('Version in these records'), foreign(first))]
		: [labelled(l10n.t('Versions in these records'), foreign(first), ' – ', foreign(last))];
}

export function getCode(code: ReportLink | undefined): readonly ReportBlock[] {
	return code ? [paragraph(...labelled(l10n.t('Thrown from'), { link: code }))] : [];
}

/** Returns a link as plain text, because most programs remove links without the scheme `https`. */
export function getLink(link: string | undefined): readonly ReportBlock[] {
	return link === undefined ? [] : [paragraph(...labelled(l10n.t('Open in VS Code'), { foreign: link }))];
}

export function traitsOf(traits: TraitLines | undefined): readonly ReportBlock[] {
	return traits && traits.lines.length > 0
		? [
				paragraph(l10n.t('Common Traits'), ' – ', traits.note),
				{ kind: 'list', items: traits.lines.map(({ text }) => [foreign(text)]) },
			]
		: [];
}
