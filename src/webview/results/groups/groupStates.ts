import type { Disposable } from '../../../shared/disposables';
import { encodeGroupValue, type GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import type { ShownTriage } from '../../../shared/triage';
import type { Context } from '../context/context';

/** Triage states of groups. They are requested after the groups, because they require additional queries. */
export class GroupStates implements Disposable {
	private life = new AbortController();
	private readonly asked = new Set<string>();
	private readonly known = new Map<string, ShownTriage>();

	constructor(
		private readonly context: Pick<Context, 'host' | 'fail'>,
		private readonly changed: () => void,
	) {}

	of(value: GroupValue): ShownTriage | undefined {
		return this.known.get(encodeGroupValue(value));
	}

	/** Requests the states of the groups that have not been requested since the last call of `forget`. */
	ask(key: GroupKey, values: readonly GroupValue[]): void {
		const missing = key.kind === 'column' ? [] : values.filter((value) => !this.asked.has(encodeGroupValue(value)));
		if (missing.length === 0) {
			return;
		}
		for (const value of missing) {
			this.asked.add(encodeGroupValue(value));
		}
		const { signal } = this.life;
		this.context.host.call('groupStates', { key, values: missing }, { signal }).then(
			(states) => !signal.aborted && this.show(missing, states),
			(error: unknown) => signal.aborted || this.context.fail(error),
		);
	}

	/** Marks all states as outdated. They remain visible until the new states arrive. */
	forget(): void {
		this.life.abort();
		this.life = new AbortController();
		this.asked.clear();
	}

	dispose(): void {
		this.life.abort();
	}

	private show(values: readonly GroupValue[], states: readonly (ShownTriage | null)[]): void {
		for (const [at, value] of values.entries()) {
			const state = states[at];
			if (state) {
				this.known.set(encodeGroupValue(value), state);
			} else {
				this.known.delete(encodeGroupValue(value));
			}
		}
		this.changed();
	}
}

export function promptTriage(
	{ host, tell, fail }: Pick<Context, 'host' | 'tell' | 'fail'>,
	key: GroupKey,
	values: readonly GroupValue[],
): void {
	host.call('editTriage', { key, values }).then((status) => status !== '' && tell(status), fail);
}
