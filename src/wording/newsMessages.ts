import { l10n } from 'vscode';
import { formatCount } from './formats';

/** Groups of errors of kept records that are new, and grown, since a person looked. */
interface NewsTold {
	readonly appeared: number;
	readonly grown: number;
}

/** `3 new`, `2 grown`: for places that are narrow. */
export function describeNews({ appeared, grown }: NewsTold): readonly string[] {
	return [
		...(appeared > 0 ? [l10n.t('{0} new', formatCount(appeared))] : []),
		...(grown > 0 ? [l10n.t('{0} grown', formatCount(grown))] : []),
	];
}

/** The same for who hears it without what stands around it. */
export function spokenNews({ appeared, grown }: NewsTold): readonly string[] {
	return [
		...(appeared > 0 ? [describeAppeared(appeared)] : []),
		...(grown === 1 ? [l10n.t('1 grown group of errors')] : []),
		...(grown > 1 ? [l10n.t('{0} grown groups of errors', formatCount(grown))] : []),
	];
}

/** In sentences. @param since The moment of the mark. */
export function explainNews(news: NewsTold, since: string): string {
	return [
		l10n.t('Since you last looked ({0}): {1}, beside as long before.', since, spokenNews(news).join(', ')),
		l10n.t("What's New… shows them; it is gone once you have looked."),
	].join(' ');
}

/** `3 new groups of errors` */
function describeAppeared(count: number): string {
	return count === 1 ? l10n.t('1 new group of errors') : l10n.t('{0} new groups of errors', formatCount(count));
}

/** Of all sets of kept records, each by its application: what the badge counts. */
export function explainBadge(sets: readonly (NewsTold & { readonly application: string })[]): string {
	const told = sets.filter(({ appeared }) => appeared > 0);
	const total = told.reduce((sum, { appeared }) => sum + appeared, 0);
	return [
		l10n.t('{0} in kept records since you last looked', describeAppeared(total)),
		...told.map(({ application, appeared }) => `${application}: ${formatCount(appeared)}`),
	].join('\n');
}
