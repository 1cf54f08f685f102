import type { Disposable } from '../../../shared/disposables';
import type { SyncedDaysView, SyncedDayView } from '../../../shared/protocols/resultsProtocol';
import { type DaysChoice, isDayIn, isWorthAsking } from '../../../shared/syncedDays';
import { element, fill } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { type MenuItem, openMenu } from '../../common/dom/menu';
import type { Context } from '../context/context';
import { describeChoice } from './dayLabels';
import { openDaysForm } from './daysForm';
import { calendarSpan, getRows, offeredChoices } from './daysOffered';

export interface DaysActions {
	readonly show: (choice: DaysChoice) => void;
	readonly fetch: (days: readonly SyncedDayView[]) => void;
}

interface DaysControl extends Disposable {
	readonly root: HTMLButtonElement;
}

export function daysControl(context: Context, actions: DaysActions): DaysControl {
	const { store, t, formats } = context;
	const root = element('button', {
		type: 'button',
		class: 'days-control',
		'aria-haspopup': 'menu',
		on: { click: () => store.state.days && open(store.state.days) },
	});
	const update = () => {
		const { days } = store.state;
		root.hidden = days === undefined;
		if (days) {
			const words = describeChoice(days.choice, days, context);
			fill(root, element('span', {}, words), icon('chevronDown'));
			root.title = formats.dates(days.span, calendarSpan(days).last);
			root.setAttribute('aria-label', t('Days shown: {0}', words));
		}
	};
	const open = (known: SyncedDaysView) => {
		const item = (choice: DaysChoice): MenuItem => ({
			kind: 'item',
			label: describeChoice(choice, known, context),
			hint: formats.records(getRows(choice, known)),
			checked: isSame(choice, known.choice),
			run: () => actions.show(choice),
		});
		const wanted = daysToFetch(known);
		openMenu(root, t('Days shown'), [
			...offeredChoices.flatMap((choices) => [...choices.map(item), { kind: 'separator' as const }]),
			...(known.choice.kind === 'between' ? [item(known.choice)] : []),
			{ kind: 'item', label: t('Custom range…'), run: () => openDaysForm(context, root, known, actions.show) },
			...(wanted.length > 0 ? [{ kind: 'separator' as const }] : []),
			...fetchItems(t('Fetch These Days'), wanted, known, context, actions),
		]);
	};
	update();
	return {
		root,
		...store.subscribe((state, previous) => {
			if (state.days !== previous.days) {
				update();
			}
		}),
	};
}

/** Returns the visible days for which more records may arrive. */
export function daysToFetch({ days, span }: SyncedDaysView): readonly SyncedDayView[] {
	return days.filter(({ day, state }) => isDayIn(day, span) && isWorthAsking(state));
}

export function fetchItems(
	label: string,
	wanted: readonly SyncedDayView[],
	{ asking }: SyncedDaysView,
	{ formats }: Pick<Context, 'formats'>,
	{ fetch }: Pick<DaysActions, 'fetch'>,
): readonly MenuItem[] {
	const [hint, disabled] = [formats.count(wanted.length), asking !== undefined];
	return wanted.length > 0 ? [{ kind: 'item', label, hint, disabled, run: () => fetch(wanted) }] : [];
}

function isSame(a: DaysChoice, b: DaysChoice): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}
