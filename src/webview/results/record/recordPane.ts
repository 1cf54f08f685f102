import { type Disposable, DisposableStore } from '../../../shared/disposables';
import type { RecordDetail } from '../../../shared/results';
import { iconButton, linkButton, setPressed, toggleButton } from '../../common/dom/button';
import { element, fill, setAttribute } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { Latest, pause } from '../../common/dom/latest';
import { listen } from '../../common/dom/listen';
import { openMenu } from '../../common/dom/menu';
import { oneStop } from '../../common/dom/oneStop';
import { groupChosen } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import type { Selection, State } from '../state/viewState';
import { compareTable } from './compare';
import { neighbour, neighbourInGroup } from './neighbours';
import { recordBody } from './recordBody';
import { recordCopies } from './recordCopies';
import { RecordOpening } from './recordOpening';
import { textSearch } from './recordTextSearch';
import type { FieldsTyped } from './someFields';
import { ShownTraces } from './trace/recordTraces';

/** Delay in milliseconds before a record is loaded, so that holding an arrow key down skips rows. */
const rest = 30;

export interface RecordPane extends Disposable {
	readonly root: HTMLElement;
	/** @param line Trace line whose link receives the focus. Undefined to focus the whole record. */
	focus(line?: number): void;
	readonly focusedLine: number | undefined;
	focusSearch(): void;
	step(by: 1 | -1, inGroup: boolean): void;
	showFirst(): void;
	openFirstFrame(): void;
	/** Must be called when the source locations of stack frames have changed. */
	tracesChanged(): void;
}

interface RecordActions {
	/** Selects a record in the grid after navigation in this pane. */
	move(selection: Selection): void;
	/** Returns the focus to the pane in which the record was chosen. */
	leave(): void;
}

/** Shows a record with its stack trace and fields, or compares two records side by side. */
export function recordPane(context: Context, actions: RecordActions): RecordPane {
	const { store, host, t, formats } = context;
	const owned = new DisposableStore();
	const fetching = owned.add(new Latest());
	const moving = owned.add(new Latest());
	let shown: RecordDetail | undefined;
	let compared: RecordDetail | undefined;

	const place = element('span', { class: 'pane-count' });
	const body = element('div', {
		class: 'record-body',
		tabindex: 0,
		role: 'region',
		'aria-label': t('Record details'),
	});
	const opening = owned.add(new RecordOpening(body));
	/** Trace line whose link receives the focus once it is rendered. */
	let wantedLine: number | 'first' | undefined;
	const arrange = () => {
		if (search.found) {
			opening.end();
		} else {
			opening.arrange();
		}
	};
	const cameMore = () => {
		search.markAgain();
		arrange();
		if (wantedLine !== undefined && document.activeElement === body && traces.focusLine(wantedLine)) {
			wantedLine = undefined;
		}
	};
	const traces = owned.add(new ShownTraces(context, cameMore));
	const search = owned.add(textSearch(body, context, (hit) => traces.reveal(hit)));
	/** A trace that is taller than the pane must not be sticky, because its end couldn't be scrolled into view. */
	const sizes = new ResizeObserver(() => {
		const trace = body.querySelector<HTMLElement>('.with-trace > .trace');
		trace?.parentElement?.classList.toggle('tall', trace.offsetHeight > body.clientHeight);
	});
	owned.add({ dispose: () => sizes.disconnect() });
	const onlyDiffering = element('input', { type: 'checkbox' });
	const compareBar = element('div', { class: 'compare-bar', hidden: true });

	const typed: FieldsTyped = { text: '', onDrawn: () => search.markAgain() };
	const columns = () => store.state.columns.map(({ column }) => column);
	const draw = () => {
		const hadFocus = document.activeElement !== body && body.contains(document.activeElement);
		if (hadFocus) {
			wantedLine = traces.focusedLine === undefined ? undefined : 'first';
			body.focus({ preventScroll: true });
		}
		setPressed(compareButton, store.state.comparedWith !== undefined);
		compareButton.disabled = shown === undefined;
		traces.clear();
		if (!shown) {
			fill(body, element('p', { class: 'pane-empty dim' }, t('Select a record to see its details.')));
		} else if (compared && compared.number !== shown.number) {
			fill(body, compareTable(compared, shown, columns(), onlyDiffering.checked, typed, context));
		} else {
			fill(body, ...recordBody(shown, columns(), traces, typed, context));
		}
		sizes.disconnect();
		for (const sized of [body, ...body.querySelectorAll('.with-trace > .trace')]) {
			sizes.observe(sized);
		}
		drawCompareBar();
		search.refresh();
	};
	const drawCompareBar = () => {
		compareBar.hidden = !compared;
		if (compared) {
			const waiting = compared.number === shown?.number;
			fill(
				compareBar,
				waiting
					? element('span', {}, t('Select a record to compare with.'))
					: element('label', { class: 'form-check' }, onlyDiffering, t('Show only fields that differ')),
				linkButton(t('Stop Comparing'), () => store.dispatch({ kind: 'comparedWith', number: undefined })),
			);
		}
	};
	onlyDiffering.addEventListener('change', draw);

	/** Scroll position before a reload, in CSS pixels. */
	let left = store.state.selection && store.state.recordTop;
	owned.add(listen(body, 'scroll', () => store.dispatch({ kind: 'recordScrolled', top: body.scrollTop })));

	const fetchRecord = () => {
		const { selection, recordShown, reading, info } = store.state;
		if (!recordShown) {
			return;
		}
		const isRead = selection && (selection.number < info.total || reading.kind !== 'reading');
		if (!selection || !isRead) {
			fetching.dispose();
			shown = undefined;
			draw();
			return;
		}
		fetching.run(async (signal) => {
			body.setAttribute('aria-busy', 'true');
			await pause(shown ? rest : 0, signal);
			traces.prefetch(selection.number, signal);
			shown = await host.call('record', { number: selection.number }, { signal });
			body.removeAttribute('aria-busy');
			opening.begin(left);
			left = undefined;
			draw();
			arrange();
		}, failed);
	};
	/** After an error, the previous record is removed, so that it isn't mistaken for the requested one. */
	const failed = (error: unknown) => {
		body.removeAttribute('aria-busy');
		shown = undefined;
		draw();
		const retry = linkButton(t('Retry'), fetchRecord);
		fill(body, element('p', { class: 'pane-empty' }, t('Failed to load the record.'), ' ', retry));
		context.fail(error);
	};
	const fetchCompared = () => {
		const number = store.state.comparedWith;
		if (number === undefined) {
			compared = undefined;
			draw();
			return;
		}
		moving.run(async (signal) => {
			compared = await host.call('record', { number }, { signal });
			draw();
		}, context.fail);
	};
	const step = (by: 1 | -1, inGroup: boolean) => {
		const { selection, view } = store.state;
		if (!selection) {
			return;
		}
		moving.run(async (signal) => {
			const found =
				inGroup && shown
					? await neighbourInGroup(context, shown, by, signal)
					: await neighbour(context, view, selection, by, signal);
			if (found) {
				actions.move(found);
			} else {
				context.tell(by > 0 ? t('This is the last record.') : t('This is the first record.'));
			}
		}, context.fail);
	};
	const showFirst = () =>
		moving.run(async (signal) => {
			const first = await neighbour(context, store.state.view, { number: -1, position: -1 }, 1, signal);
			if (first) {
				actions.move(first);
			}
		}, context.fail);
	const updatePlace = ({ selection, count, view, groupKey, info }: State) => {
		const inGroup = groupChosen(view.filters, groupKey) !== undefined;
		if (!selection) {
			place.textContent = '';
		} else if (selection.position === undefined) {
			const outside = info.naturalOrder
				? t('not matching the filters')
				: t('Record {0} of the file', formats.count(selection.number + 1));
			place.textContent = outside;
		} else {
			const [here, of] = [formats.count(selection.position + 1), count === undefined ? '…' : formats.count(count)];
			place.textContent = inGroup ? t('{0} of {1} in the group', here, of) : t('{0} of {1}', here, of);
		}
	};

	const compareButton = toggleButton('compare', t('Compare with Another Record'), () => {
		const { comparedWith, selection } = store.state;
		store.dispatch({ kind: 'comparedWith', number: comparedWith === undefined ? selection?.number : undefined });
	});
	const placeButton = iconButton('beside', '', () => {
		const beside = store.state.panes.recordPlace === 'below';
		store.dispatch({
			kind: 'panesLaidOut',
			panes: { recordPlace: beside ? 'beside' : 'below', recordSize: undefined },
		});
	});
	const updatePlaceButton = () => {
		const below = store.state.panes.recordPlace === 'below';
		const label = below ? t('Move Beside Records') : t('Move Below Records');
		placeButton.title = label;
		setAttribute(placeButton, 'aria-label', label);
		fill(placeButton, icon(below ? 'beside' : 'below'));
	};
	const head = element(
		'div',
		{ class: 'pane-head', role: 'toolbar', 'aria-label': t('Record Details') },
		element('h2', { class: 'pane-title' }, t('Record Details')),
		place,
		element(
			'div',
			{ class: 'step-buttons' },
			iconButton('arrowUp', t('Previous Record'), () => step(-1, false)),
			iconButton('arrowDown', t('Next Record'), () => step(1, false)),
			iconButton('chevronLeft', t('Previous Record in Group'), () => step(-1, true)),
			iconButton('chevronRight', t('Next Record in Group'), () => step(1, true)),
		),
		element('span', { class: 'spring' }),
		search.root,
		compareButton,
		iconButton('copy', t('Copy…'), ({ currentTarget }) => {
			if (shown) {
				openMenu(currentTarget as HTMLElement, t('Copy'), recordCopies(context, shown, columns()));
			}
		}),
		placeButton,
		iconButton('close', t('Hide Record Details'), () =>
			store.dispatch({ kind: 'paneToggled', pane: 'record', shown: false }),
		),
	);
	oneStop(head);
	const root = element('section', { class: 'record', 'aria-label': t('Record') }, head, compareBar, body);
	root.addEventListener('keydown', (event) => {
		// Escape is first handled by controls inside the pane, such as a text box with text.
		if (event.key === 'Escape' && !event.defaultPrevented) {
			event.preventDefault();
			event.stopPropagation();
			actions.leave();
		}
	});
	updatePlace(store.state);
	updatePlaceButton();
	draw();
	fetchRecord();
	owned.add(
		store.subscribe((state, previous) => {
			if (
				state.selection?.number !== previous.selection?.number ||
				state.recordShown !== previous.recordShown ||
				(state.reading.kind !== previous.reading.kind && !shown)
			) {
				fetchRecord();
			}
			if (state.comparedWith !== previous.comparedWith) {
				fetchCompared();
			}
			if (state.panes.recordPlace !== previous.panes.recordPlace) {
				updatePlaceButton();
			}
			updatePlace(state);
		}),
	);
	return {
		root,
		step,
		showFirst,
		focus: (line) => {
			body.focus({ preventScroll: true });
			wantedLine = line === undefined || traces.focusLine(line) ? undefined : line;
		},
		get focusedLine() {
			return traces.focusedLine;
		},
		focusSearch: () => search.focus(),
		openFirstFrame: () => {
			const { selection } = store.state;
			if (selection) {
				moving.run((signal) => traces.openFirst(selection.number, signal), context.fail);
			} else {
				context.tell(t('Select a record first.'));
			}
		},
		tracesChanged: () => traces.refresh(),
		dispose: () => owned.dispose(),
	};
}
