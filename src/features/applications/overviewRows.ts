import { compareAttention } from '../../core/applications/attention';
import { findDevicePlatform } from '../../core/applications/devicePlatform';
import { zoneName } from '../../core/plan/range';
import type { ApplicationNode, SyncedSetNode } from '../../services/treeNodes';
import type { Watermarks } from '../../services/whatsNew/watermarks';
import type { OverviewRow, OverviewStatus } from '../../shared/protocols/overviewProtocol';
import { l10n } from '../../wording/l10n';
import { describeFilters } from '../../wording/planMessages';
import { describeCurrency, describeDays, describeSetFault, explainDays } from '../../wording/syncMessages';
import { describeSyncStatus, explainSyncStatus } from '../../wording/syncStatusMessages';
import { newestSet } from './newestSet';
import type { CountedSet, RecentDevices } from './recentDevices';

export interface OverviewApplication {
	readonly node: ApplicationNode;
	readonly syncedSets: readonly SyncedSetNode[];
	/** Version of the CSV file with active device counts. Undefined if the application has no such file. */
	readonly activeFile: string | undefined;
}

interface RowSources {
	readonly watermarks: Pick<Watermarks, 'of'>;
	readonly devices: Pick<RecentDevices, 'of' | 'ratesOf'>;
	readonly now: Date;
}

export function createRows(applications: readonly OverviewApplication[], sources: RowSources): readonly OverviewRow[] {
	const rows = applications.map((application) => createRow(application, sources));
	return rows.sort((a, b) => compareAttention(factsOf(a), factsOf(b)));
}

export function countedSet({ syncedSets, activeFile }: OverviewApplication): CountedSet | undefined {
	const { known } = newestSet(syncedSets)?.entry ?? {};
	const { recent, currentTo } = known?.summary ?? {};
	return known && recent && currentTo !== undefined ? { known, recent, activeFile } : undefined;
}

function factsOf({ name, news, recent, status }: OverviewRow) {
	const { appeared, increased } = news ?? { appeared: 0, increased: 0 };
	return { name, spike: recent?.spike, appeared, increased, isProblem: status.isProblem, records: recent?.records };
}

function createRow(application: OverviewApplication, { watermarks, devices, now }: RowSources): OverviewRow {
	const { node, syncedSets } = application;
	const { id, name } = node.application;
	const counted = countedSet(application);
	const shown = newestSet(syncedSets);
	const filters = describeFilters(shown?.entry.known?.plan.filters ?? []);
	return {
		id,
		name: name ?? l10n.t('Application {0}', id),
		details: filters.join(' · '),
		platform: findDevicePlatform(node.application),
		...newsOf(syncedSets, watermarks),
		recent: counted && {
			records: counted.recent.records,
			devices: devices.of(counted),
			rates: devices.ratesOf(counted),
			counts: counted.recent.counts,
			spike: counted.recent.spike,
		},
		status: statusOf(shown, now),
	};
}

function newsOf(
	syncedSets: readonly SyncedSetNode[],
	watermarks: Pick<Watermarks, 'of'>,
): Pick<OverviewRow, 'news' | 'newsNote'> {
	const known = syncedSets.filter(({ entry }) => entry.known?.summary.currentTo !== undefined);
	const reviewed = known.flatMap(({ entry, news }) => {
		const watermark = watermarks.of(entry.folder);
		const newest = entry.known?.summary.newest ?? 0;
		const isCounted = watermark && newest <= Math.max(watermark.at, watermark.compared?.until ?? 0);
		return watermark ? [{ isCounted, appeared: news?.appeared ?? 0, increased: news?.increased ?? 0 }] : [];
	});
	if (known.length === 0) {
		return { news: undefined, newsNote: '' };
	}
	if (reviewed.length === 0) {
		return { news: undefined, newsNote: l10n.t('not reviewed yet') };
	}
	const sum = (count: (one: (typeof reviewed)[number]) => number) => reviewed.reduce((all, one) => all + count(one), 0);
	const news = { appeared: sum(({ appeared }) => appeared), increased: sum(({ increased }) => increased) };
	return news.appeared + news.increased === 0 && reviewed.some(({ isCounted }) => !isCounted)
		? { news: undefined, newsNote: l10n.t('not counted yet') }
		: { news, newsNote: '' };
}

function statusOf(set: SyncedSetNode | undefined, now: Date): OverviewStatus {
	if (!set) {
		return { text: l10n.t('not synced'), details: '', isProblem: false, offers: 'start' };
	}
	const { entry, update, nextUpdate = { nextAt: undefined, trouble: undefined } } = set;
	const { known, fault = 'unreadable', runsElsewhere } = entry;
	if (!known) {
		const { short, whole } = describeSetFault(fault);
		return { text: short, details: whole, isProblem: true, offers: undefined };
	}
	const { summary, paused } = known;
	const timeZone = zoneName(known.zone);
	const { refused, inDoubt } = summary.days;
	const details = [...explainSyncStatus(nextUpdate, now, timeZone), ...explainDays(summary)].join('\n');
	const isProblem = nextUpdate.trouble !== undefined || refused + inDoubt > 0;
	if (update || runsElsewhere) {
		const text = update ? l10n.t('syncing…') : l10n.t('Running in another window');
		return { text, details, isProblem, offers: undefined };
	}
	const text = [
		...(paused ? [l10n.t('paused')] : []),
		...describeSyncStatus({ ...nextUpdate, nextAt: undefined }, now, timeZone),
		describeCurrency(summary, timeZone, now),
		...(summary.currentTo === undefined ? [] : describeDays(summary)),
	].join(' · ');
	return { text, details, isProblem, offers: paused ? 'resume' : 'now' };
}
