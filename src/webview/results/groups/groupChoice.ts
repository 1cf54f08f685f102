import type { Group, GroupKey } from '../../../shared/results';
import { Latest } from '../../common/dom/latest';
import type { MenuItem } from '../../common/dom/menu';
import { visibleText } from '../../common/dom/visibleText';
import { describeGroup } from '../../common/format/describeGroup';
import { chooseGroups, groupsChosen, isChosen, toggleGroup, toggleInGroups } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import type { GroupPages } from './groupPages';

/** Maximum number of selected groups. It is limited because every query contains them. */
const mostAtOnce = 200;

type Modifiers = Pick<KeyboardEvent, 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

interface GroupChoice {
	/** Selects only this group. Ctrl or Cmd adds it, Shift selects the range up to it, and Alt excludes it. */
	choose(index: number, modifiers: Modifiers): void;
	items(index: number): readonly MenuItem[];
	dispose(): void;
}

/** Adds filters that include or exclude the groups that the user selects. */
export function groupChoice(context: Context, pages: GroupPages): GroupChoice {
	const { store, t, formats } = context;
	const bringing = new Latest();
	let anchor = 0;
	const filters = () => store.state.view.filters;

	const announce = (key: GroupKey) => {
		const [wanted, unwanted] = [groupsChosen(filters(), key, false), groupsChosen(filters(), key, true)];
		const name = (value: Group['value'] | undefined) => visibleText(describeGroup(key, value ?? '', t));
		const shown =
			wanted.length === 1
				? t('Showing only the group {0}', name(wanted[0]))
				: wanted.length > 1
					? formats.plural(wanted.length, { one: 'Showing only {0} group', other: 'Showing only {0} groups' })
					: t('Showing all groups');
		const without =
			unwanted.length === 1
				? [t('excluding the group {0}', name(unwanted[0]))]
				: unwanted.length > 1
					? [formats.plural(unwanted.length, { one: 'excluding {0} group', other: 'excluding {0} groups' })]
					: [];
		context.announce([shown, ...without].join(', '));
	};
	const set = (next: ReturnType<typeof filters>, key: GroupKey) => {
		store.dispatch({ kind: 'filtersSet', filters: next });
		announce(key);
	};
	const only = (key: GroupKey, group: Group) => set(toggleGroup(filters(), key, group.value), key);
	const toggle = (key: GroupKey, group: Group, not: boolean) => {
		if (groupsChosen(filters(), key, not).length >= mostAtOnce && !isChosen(filters(), key, group.value, not)) {
			context.tell(t('You can select up to {0} groups.', formats.count(mostAtOnce)));
			return;
		}
		set(toggleInGroups(filters(), key, group.value, not), key);
	};
	const upTo = (index: number) => {
		const { key } = pages;
		const [start, end] = [Math.min(anchor, index), Math.max(anchor, index) + 1];
		bringing.run(async (signal) => {
			const groups = await pages.range(start, Math.min(end, start + mostAtOnce), signal);
			if (end - start > mostAtOnce) {
				context.tell(t('You can select up to {0} groups.', formats.count(mostAtOnce)));
			}
			set(
				chooseGroups(
					filters(),
					key,
					groups.map(({ value }) => value),
				),
				key,
			);
		}, context.fail);
	};
	return {
		choose: (index, { shiftKey, ctrlKey, metaKey, altKey }) => {
			const group = pages.at(index);
			if (!group) {
				return;
			}
			if (shiftKey) {
				upTo(index);
				return;
			}
			anchor = index;
			if (altKey) {
				toggle(pages.key, group, true);
			} else if (ctrlKey || metaKey) {
				toggle(pages.key, group, false);
			} else {
				only(pages.key, group);
			}
		},
		items: (index) => {
			const group = pages.at(index);
			const { key } = pages;
			if (!group) {
				return [];
			}
			const wanted = groupsChosen(filters(), key, false);
			const isWanted = isChosen(filters(), key, group.value, false);
			const isUnwanted = isChosen(filters(), key, group.value, true);
			const others = wanted.length - (isWanted ? 1 : 0);
			return [
				{
					kind: 'item',
					label: isWanted && others === 0 ? t('Show All Groups') : t('Show Only This Group'),
					hint: 'Enter',
					run: () => only(key, group),
				},
				...(others > 0
					? [
							{
								kind: 'item',
								label: isWanted ? t('Remove from Selection') : t('Add to Selection'),
								hint: 'Ctrl+Enter',
								run: () => toggle(key, group, false),
							} as const,
						]
					: []),
				{
					kind: 'item',
					label: isUnwanted ? t('Stop Excluding This Group') : t('Exclude This Group'),
					hint: 'Alt+Enter',
					run: () => toggle(key, group, true),
				},
			];
		},
		dispose: () => bringing.dispose(),
	};
}
