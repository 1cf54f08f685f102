import { fold } from '../../../../shared/fold';
import { encodeGroupValue } from '../../../../shared/groupValue';
import type { RecordQueries } from '../../../../shared/recordsApi';
import type { Group, GroupKey, GroupPage } from '../../../../shared/results';
import { textLiteral } from '../../../database/literals';
import type { RankedGroup } from '../dataset/rankedGroup';
import { hasTime, keyKinds } from '../dataset/schema';
import { containsText } from '../dataset/sqlColumn';
import { groupExpression, groupLiteral } from '../dataset/viewSql';
import type { ServerViews } from '../dataset/views';
import { describeOnServer } from './groupDetails';
import { type GroupsToRank, rank, rankFirst } from './groupRanks';
import { exactOrSampled, ofSampledDevices } from './sample';

interface GroupedView extends GroupsToRank {
	readonly groups: number;
	readonly records: number;
}

export async function groupsOnServer(
	views: ServerViews,
	{ view, key, order, descending, containing = '', start, end, trendParts }: RecordQueries['groups']['params'],
	signal: AbortSignal,
	report: (progress: RecordQueries['groups']['progress']) => void,
): Promise<GroupPage> {
	const onProgress = (share: number) => report({ share });
	const isListed = containing !== '';
	const listed = isListed ? listing(views, key, containing) : undefined;
	const pageOf = async (scope: string): Promise<GroupPage> => {
		const params = { scope, key, times: undefined };
		const first = isListed ? undefined : await rankFirst(views, params, { order, descending }, signal, onProgress);
		const grouped = first?.isAll ? viewOfAll(params, first.ranked) : await groupedView(views, scope, key, signal);
		const ranked =
			first && (first.isAll || end <= first.ranked.length)
				? first.ranked.slice(Math.max(0, start), Math.max(0, end))
				: await rank(views, grouped, { order, descending, listed, start, end }, signal, onProgress);
		return {
			groups: grouped.groups,
			...(listed !== undefined && { listed: await countListed(views, grouped, listed, signal) }),
			records: grouped.records,
			page: await describeOnServer(views, grouped, { key, groups: ranked, trendParts }, signal),
		};
	};
	return exactOrSampledScope(views, await views.scope(view.filters, signal), key, pageOf, (page, share) => ({
		...page,
		records: page.records * share,
		page: page.page.map((group) => estimated(group, share)),
		approximate: true,
	}));
}

export async function groupOnServer(
	views: ServerViews,
	{ view, key, value, trendParts }: RecordQueries['group']['params'],
	signal: AbortSignal,
): Promise<Group | undefined> {
	const listed = `${groupExpression(views.dataset, key)} = ${groupLiteral(key, encodeGroupValue(value))}`;
	const one = { order: 'records', descending: true, listed, start: 0, end: 1 } as const;
	const groupOf = async (scope: string) => {
		const grouped = await groupedView(views, scope, key, signal);
		const ranked = await rank(views, grouped, one, signal);
		const [group] = await describeOnServer(views, grouped, { key, groups: ranked, trendParts }, signal);
		return group;
	};
	const scope = await views.scope(view.filters, signal);
	return exactOrSampledScope(views, scope, key, groupOf, (group, share) => group && estimated(group, share));
}

/** Queries all records. If that exceeds the server's limits, queries all records of some devices. */
function exactOrSampledScope<T>(
	views: ServerViews,
	scope: string,
	key: GroupKey,
	query: (scope: string) => Promise<T>,
	estimate: (result: T, share: number) => T,
): Promise<T> {
	return exactOrSampled(views, {
		id: `groups ${JSON.stringify(key)} ${scope}`,
		exact: () => query(scope),
		sampled: async (share) => estimate(await query(`${scope} AND ${ofSampledDevices(share)}`), share),
	});
}

function estimated(group: Group, share: number): Group {
	return {
		...group,
		records: group.records * share,
		devices: group.devices === undefined ? undefined : group.devices * share,
		trend: group.trend.map((count) => count * share),
		approximate: true,
	};
}

function viewOfAll(asked: GroupsToRank, all: readonly RankedGroup[]): GroupedView {
	const first = all.flatMap(({ firstSeen }) => firstSeen ?? []);
	const last = all.flatMap(({ lastSeen }) => lastSeen ?? []);
	return {
		...asked,
		groups: all.length,
		records: all.reduce((sum, { records }) => sum + records, 0),
		times: first.length === 0 ? undefined : { earliest: Math.min(...first), latest: Math.max(...last) },
	};
}

async function groupedView(
	{ dataset }: ServerViews,
	scope: string,
	key: GroupKey,
	signal: AbortSignal,
): Promise<GroupedView> {
	const [[groups = '0', records = '0', timed = '0', earliest = '0', latest = '0'] = []] = await dataset.rows(
		`SELECT toString(uniqExact(${groupExpression(dataset, key)})), toString(count()), toString(countIf(${hasTime})), toString(minIf(_time, ${hasTime})), toString(maxIf(_time, ${hasTime})) ${scope}`,
		1,
		signal,
	);
	const isTimed = dataset.info.timeColumn !== undefined && timed !== '0';
	const times = isTimed ? { earliest: Number(earliest), latest: Number(latest) } : undefined;
	return { scope, key, groups: Number(groups), records: Number(records), times };
}

function listing({ dataset }: ServerViews, key: GroupKey, containing: string): string {
	if (key.kind === 'column' || key.kind === 'name') {
		const column = key.kind === 'name' ? dataset.named('error_name') : dataset.column(key.column);
		return column ? containsText(column, fold(containing)) : '0';
	}
	const keys = `SELECT hash FROM ${dataset.keys} WHERE kind = ${keyKinds[key.kind]} AND position(searched, ${textLiteral(fold(containing))}) > 0`;
	return `${groupExpression(dataset, key)} GLOBAL IN (${keys})`;
}

async function countListed(
	{ dataset }: ServerViews,
	{ key, scope }: GroupedView,
	listed: string,
	signal: AbortSignal,
): Promise<number> {
	const [[count = '0'] = []] = await dataset.rows(
		`SELECT toString(uniqExact(${groupExpression(dataset, key)})) ${scope} AND (${listed})`,
		1,
		signal,
	);
	return Number(count);
}
