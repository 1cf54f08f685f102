import { formatCount, plural } from './formats';
import { l10n } from './l10n';

interface WhatsNewCounts {
	readonly appeared: number;
	readonly increased: number;
}

export function describeNews({ appeared, increased }: WhatsNewCounts): readonly string[] {
	return [
		...(appeared > 0 ? [l10n.t('{0} new', formatCount(appeared))] : []),
		...(increased > 0 ? [l10n.t('{0} increased', formatCount(increased))] : []),
	];
}

export function spokenNews({ appeared, increased }: WhatsNewCounts): readonly string[] {
	return [
		...(appeared > 0 ? [describeAppeared(appeared)] : []),
		...(increased > 0 ? [plural(increased, { one: '{0} error increased', other: '{0} errors increased' })] : []),
	];
}

/** Explains the counts of new errors. `since` is the watermark as formatted text. */
export function explainNews(news: WhatsNewCounts, since: string): string {
	return [
		l10n.t('Since last reviewed ({0}): {1}, compared with the preceding weeks.', since, spokenNews(news).join(', ')),
		l10n.t('Use "What\'s New…" to see these errors. The badge is cleared after you review them.'),
	].join(' ');
}

function describeAppeared(count: number): string {
	return plural(count, { one: '{0} new error', other: '{0} new errors' });
}

export function explainBadge(sets: readonly (WhatsNewCounts & { readonly application: string })[]): string {
	const changed = sets.filter(({ appeared }) => appeared > 0);
	const total = changed.reduce((sum, { appeared }) => sum + appeared, 0);
	return [
		l10n.t('{0} in synced records since your last review', describeAppeared(total)),
		...changed.map(({ application, appeared }) => `${application}: ${formatCount(appeared)}`),
	].join('\n');
}
