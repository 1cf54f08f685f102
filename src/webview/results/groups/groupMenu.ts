import type { GroupValue } from '../../../shared/groupValue';
import type { Group, GroupKey } from '../../../shared/results';
import { type MenuItem, openMenu } from '../../common/dom/menu';
import type { Anchor } from '../../common/dom/popover';
import { describeGroup } from '../../common/format/describeGroup';
import type { Context } from '../context/context';
import { openBreakdown } from './breakdown';
import { openCommonTraits } from './commonTraits';
import { promptTriage } from './groupStates';

export type CopyRecords = (key: GroupKey, value: GroupValue, anchor: HTMLElement) => void;

interface GroupMenu {
	readonly key: GroupKey;
	readonly value: Group['value'];
	/** Groups that the menu edits: all selected groups if `value` is one of them, or else only `value`. */
	readonly values: readonly GroupValue[];
	readonly hasIssue: boolean;
	readonly choices: readonly MenuItem[];
	readonly list: HTMLElement;
}

export function openGroupMenu(
	context: Context,
	copyRecords: CopyRecords,
	{ key, value, values, hasIssue, choices, list }: GroupMenu,
	place: Anchor,
): void {
	const { store, host, t, showStatus, fail } = context;
	const about = { kind: 'group', key, value } as const;
	openMenu(place, t('Group details'), [
		...choices,
		{ kind: 'item', label: t('Break Down by Column…'), run: () => openBreakdown(context, key, value, place) },
		{ kind: 'item', label: t('Show Common Traits…'), run: () => openCommonTraits(context, key, value, place) },
		{
			kind: 'item',
			label: t('Find Introducing Commits…'),
			run: () => void host.call('introducedBetween', { view: store.state.view, key, value }).catch(fail),
		},
		...(key.kind === 'column'
			? []
			: [{ kind: 'item', label: t('Edit Triage…'), run: () => promptTriage(context, key, values) } as const]),
		{ kind: 'separator' },
		{ kind: 'item', label: t('Copy Records…'), run: () => copyRecords(key, value, list) },
		{
			kind: 'item',
			label: t('Ask an Agent…'),
			run: () => void host.call('askAgent', { view: store.state.view, about }).catch(fail),
		},
		{
			kind: 'item',
			label: hasIssue ? t('Open Issue') : t('Create Issue…'),
			run: () =>
				void host
					.call('createIssue', { view: store.state.view, key, value })
					.then((status) => status !== '' && showStatus(status), fail),
		},
		{
			kind: 'item',
			label: t('Copy as Issue Text'),
			run: () => void host.call('copyIssue', { view: store.state.view, about }).then(showStatus, fail),
		},
		...(key.kind === 'column'
			? []
			: [
					{
						kind: 'item',
						label: t('Copy Link'),
						run: () => void host.call('copyLink', { view: store.state.view, key, value }).then(showStatus, fail),
					} as const,
				]),
		{
			kind: 'item',
			label: t('Copy Name'),
			run: () =>
				void host.call('copyText', { text: describeGroup(key, value, t) }).then(() => showStatus(t('Copied')), fail),
		},
	]);
}
