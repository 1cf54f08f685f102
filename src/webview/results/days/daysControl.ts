import type { Disposable } from '../../../shared/disposables';
import { type DaysChoice, isDayIn, isWorthAsking } from '../../../shared/keptDays';
import type { KeptDaysView, KeptDayView } from '../../../shared/resultsProtocol';
import { element, fill } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { type MenuItem, openMenu } from '../../common/dom/menu';
import type { Context } from '../context/context';
import { openDaysForm } from './daysForm';
import { calendarSpan, offeredChoices, rowsOf } from './daysOffered';
import { describeChoice } from './daysWords';

export interface DaysActions {
	readonly show: (choice: DaysChoice) => void;
	readonly fetch: (days: readonly KeptDayView[]) => void;
}

interface DaysControl extends Disposable {
	readonly root: HTMLButtonElement;
}

/** Says which days of kept records are in view, and lets a person choose others. Nobody is asked for it. */
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
			root.setAttribute('aria-label', t('Days in view: {0}', words));
		}
	};
	const open = (known: KeptDaysView) => {
		const item = (choice: DaysChoice): MenuItem => ({
			kind: 'item',
			label: describeChoice(choice, known, context),
			hint: formats.records(rowsOf(choice, known)),
			checked: isSame(choice, known.choice),
			run: () => actions.show(choice),
		});
		const wanted = daysToFetch(known);
		openMenu(root, t('Days in view'), [
			...offeredChoices.flatMap((choices) => [...choices.map(item), { kind: 'separator' as const }]),
			...(known.choice.kind === 'between' ? [item(known.choice)] : []),
			{ kind: 'item', label: t('From – to…'), run: () => openDaysForm(context, root, known, actions.show) },
			...(wanted.length > 0 ? [{ kind: 'separator' as const }] : []),
			...fetchItems(t('Fetch these days'), wanted, known, context, actions),
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

/** Days in view that may come to have more. */
export function daysToFetch({ days, span }: KeptDaysView): readonly KeptDayView[] {
	return days.filter(({ day, state }) => isDayIn(day, span) && isWorthAsking(state));
}

/** Asks about some days, if there are any; not while an update asks already. */
export function fetchItems(
	label: string,
	wanted: readonly KeptDayView[],
	{ asking }: KeptDaysView,
	{ formats }: Pick<Context, 'formats'>,
	{ fetch }: Pick<DaysActions, 'fetch'>,
): readonly MenuItem[] {
	const [hint, disabled] = [formats.count(wanted.length), asking !== undefined];
	return wanted.length > 0 ? [{ kind: 'item', label, hint, disabled, run: () => fetch(wanted) }] : [];
}

function isSame(a: DaysChoice, b: DaysChoice): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}
