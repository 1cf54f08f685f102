import type { SyncedDaysView } from '../../../shared/protocols/resultsProtocol';
import type { DaysChoice } from '../../../shared/syncedDays';
import { textButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { openPopover } from '../../common/dom/popover';
import { textBox } from '../../common/dom/textBox';
import type { Context } from '../context/context';
import { calendarSpan, daysFromTyped, getRows, type TypedDays } from './daysOffered';

export function openDaysForm(
	{ t, formats }: Pick<Context, 't' | 'formats'>,
	anchor: HTMLElement,
	known: SyncedDaysView,
	choose: (choice: DaysChoice) => void,
): void {
	const { first: begin, last: today } = calendarSpan(known);
	const from = field(t('First day'), known.span.first);
	const to = field(t('Last day'), known.span.last);
	const fault = element('p', { class: 'form-fault', role: 'alert' });
	const summary = element('p', { class: 'dim' });
	const show = textButton(t('Show'), () => {}, 'primary');
	show.type = 'submit';
	const faults: Readonly<Record<Extract<TypedDays, { kind: 'fault' }>['fault'], () => string>> = {
		format: () => t('Enter a date in the format YYYY-MM-DD.'),
		order: () => t('The last day must not be before the first day.'),
		outside: () => t('Enter a day between {0} and {1}.', begin, today),
	};
	const read = () => daysFromTyped(from.value, to.value, known);
	const update = () => {
		const typed = read();
		fault.textContent = typed.kind === 'fault' ? faults[typed.fault]() : '';
		summary.hidden = show.disabled = typed.kind === 'fault';
		if (typed.kind === 'days') {
			const rows = getRows({ kind: 'between', ...typed.span }, known);
			summary.textContent = `${formats.dates(typed.span, today)} · ${formats.records(rows)}`;
		}
	};
	const label = t('Custom day range');
	const form = element(
		'form',
		{
			class: 'popover-form',
			on: {
				input: update,
				submit: (event) => {
					event.preventDefault();
					const typed = read();
					if (typed.kind === 'days') {
						popover.close();
						choose({ kind: 'between', ...typed.span });
					}
				},
			},
		},
		element('h2', { class: 'panel-title' }, label),
		element('div', { class: 'form-range' }, from, element('span', { class: 'dim' }, '–'), to),
		summary,
		fault,
		element('div', { class: 'form-end' }, show),
	);
	update();
	const popover = openPopover(anchor, form, { label });
	from.select();
}

function field(label: string, value: string): HTMLInputElement {
	const input = textBox(label, 'yyyy-mm-dd');
	input.value = value;
	return input;
}
