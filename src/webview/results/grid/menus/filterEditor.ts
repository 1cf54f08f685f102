import { Latest, pause } from '../../../common/dom/latest';
import type { FilterCell } from '../head/filterCell';
import { rowHeaderId } from '../model/columnLayout';
import { filterRow } from '../model/navigation';
import type { GridContext } from '../view/gridContext';
import type { ColumnActions } from './columnActions';
import { FilterNotes } from './filterNotes';
import { SuggestionList } from './suggestionList';

const debounceMs = 350;

export class FilterEditor {
	private readonly list: SuggestionList;
	private readonly notes: FilterNotes;
	private readonly typing = new Latest();
	private readonly suggesting = new Latest();
	private edited: FilterCell | undefined;
	private listedAt = 0;

	constructor(
		private readonly grid: GridContext,
		private readonly actions: ColumnActions,
	) {
		const { options, root, head, signal } = grid;
		this.list = new SuggestionList(
			options.t,
			options.formatCount,
			options.formatShare,
			`${grid.id}-suggestions`,
			(box) => this.notes.below(box),
			(value) => this.pick(value),
		);
		this.notes = new FilterNotes(
			options.t,
			{
				helpWanted: (owner) => options.events.filterHelpWanted(owner),
				left: (owner) => {
					const cell = grid.head.filterOf(owner);
					if (cell) {
						this.leave(cell);
					}
				},
				placed: () => this.list.place(),
			},
			signal,
		);
		root.append(this.list.element, this.notes.element);
		const { element } = head;
		element.addEventListener('focusin', (event) => this.onFocus(event), { signal });
		element.addEventListener('focusout', (event) => this.onBlur(event), { signal });
		element.addEventListener('input', (event) => this.onInput(event), { signal });
		element.addEventListener('keydown', (event) => this.onKey(event), { signal });
		element.addEventListener('click', (event) => this.onClick(event), { signal });
		// Scrolling closes the suggestion list, because the list would not move together with its filter box.
		root.addEventListener('scroll', () => this.onScroll(), { signal, capture: true, passive: true });
		signal.addEventListener('abort', () => {
			this.typing.dispose();
			this.closeList();
		});
	}

	start(column: number): void {
		const place = { row: filterRow, column: this.grid.model.indexOf(column) };
		this.grid.activate(place, { focus: true, reveal: 'nearest', notify: false });
		this.grid.focus();
		this.edit(column, undefined);
	}

	/** @param typed Text that replaces the text in the box. If undefined, the existing text is selected */
	edit(column: number, typed: string | undefined): void {
		const cell = this.grid.head.filter(column);
		if (!cell) {
			return;
		}
		if (cell.isSummary) {
			if (typed === '') {
				this.actions.filter(column, '');
			} else {
				this.grid.options.events.filterEditWanted(column);
			}
			return;
		}
		const { input } = cell;
		input.focus();
		if (typed === undefined) {
			input.select();
		} else {
			input.value = typed;
			this.changed();
		}
	}

	help(): void {
		const button = this.grid.head.filter(rowHeaderId)?.helpButton;
		if (button) {
			this.grid.options.events.filterHelpWanted(button);
		}
	}

	private onClick(event: Event): void {
		const cell = event.target instanceof Element ? this.grid.head.filterOf(event.target) : undefined;
		if (cell?.helpButton === event.target) {
			this.help();
			return;
		}
		if (cell?.column === undefined) {
			return;
		}
		if (cell.isSummary) {
			this.start(cell.column);
		} else if (event.target === cell.input) {
			this.suggest();
		}
	}

	private onFocus(event: Event): void {
		const cell = this.inputOf(event);
		this.edited = cell?.isSummary ? undefined : cell;
		this.showNote();
	}

	private onBlur(event: Event): void {
		const cell = this.inputOf(event);
		if (cell && cell === this.edited) {
			this.commit();
			this.closeList();
			this.edited = undefined;
		}
	}

	private onInput(event: Event): void {
		if (this.inputOf(event)) {
			this.changed();
		}
	}

	private onScroll(): void {
		if (this.grid.viewport.left !== this.listedAt) {
			this.closeList();
			this.notes.hide();
		}
	}

	private onKey(event: KeyboardEvent): void {
		// Ignores keys while an input method is composing text.
		const cell = this.inputOf(event);
		if (!cell || event.isComposing) {
			return;
		}
		if (this.handle(event, cell)) {
			event.preventDefault();
		}
		// Only shortcuts, Tab, and function keys bubble up, because other keys have different meanings outside the box.
		if (!event.ctrlKey && !event.metaKey && !/^(Tab|F\d+)$/.test(event.key)) {
			event.stopPropagation();
		}
	}

	private handle(event: KeyboardEvent, cell: FilterCell): boolean {
		switch (event.key) {
			case 'ArrowDown':
			case 'ArrowUp':
				if (this.list.isOpen) {
					this.list.go(event.key === 'ArrowDown' ? 1 : -1);
				} else if (event.key === 'ArrowDown') {
					this.suggest();
				}
				return true;
			case 'Enter': {
				const { value } = this.list;
				if (cell.isSummary && cell.column !== undefined) {
					this.edit(cell.column, undefined);
				} else if (value !== undefined) {
					this.pick(value);
				} else {
					this.commit();
					this.closeList();
				}
				return true;
			}
			case 'Escape':
				if (this.list.isOpen) {
					this.closeList();
				} else {
					this.leave(cell);
				}
				return true;
			default:
				return false;
		}
	}

	private changed(): void {
		this.notes.hide();
		const typed = this.edited;
		this.typing.run(
			async (signal) => {
				await pause(debounceMs, signal);
				if (this.edited === typed) {
					this.commit();
				}
			},
			(error) => this.grid.options.events.failed(error),
		);
		this.suggest();
	}

	private commit(): void {
		this.typing.dispose();
		if (this.edited?.column !== undefined) {
			this.actions.filter(this.edited.column, this.edited.input.value);
			this.showNote();
		}
	}

	private showNote(): void {
		const { edited } = this;
		const box = edited?.column === undefined ? undefined : this.grid.model.filters.get(edited.column);
		if (edited && box?.note && box.text === edited.input.value) {
			this.listedAt = this.grid.viewport.left;
			this.notes.show(edited.input, box.note);
		} else {
			this.notes.hide();
		}
	}

	private leave({ column, input }: FilterCell): void {
		this.typing.dispose();
		this.notes.hide();
		const note = column === undefined ? undefined : this.grid.model.filters.get(column)?.note;
		if (note && column !== undefined) {
			this.actions.showFilter(column, note.holds);
			input.value = note.holds.text;
		}
		this.grid.focus();
	}

	private pick(value: string): void {
		const column = this.edited?.column;
		if (column !== undefined) {
			this.typing.dispose();
			this.closeList();
			// The box keeps its text until the owner provides the normalized text of the filter.
			this.edited = undefined;
			this.grid.focus();
			this.grid.options.events.filtered({ kind: 'value', column, value });
		}
	}

	private suggest(): void {
		const { edited } = this;
		if (edited?.column === undefined) {
			return;
		}
		const { input, column } = edited;
		this.suggesting.run(
			async (signal) => {
				const suggestions = await this.grid.provider.suggestions(column, input.value, signal);
				if (this.edited === edited && document.activeElement === input && !signal.aborted) {
					this.list.show(input, suggestions);
					this.listedAt = this.grid.viewport.left;
				}
			},
			(error) => this.grid.options.events.failed(error),
		);
	}

	private closeList(): void {
		this.suggesting.dispose();
		this.list.hide();
	}

	private inputOf({ target }: Event): FilterCell | undefined {
		return target instanceof HTMLInputElement ? this.grid.head.filterOf(target) : undefined;
	}
}
