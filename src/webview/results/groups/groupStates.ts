import type { Disposable } from '../../../shared/disposables';
import { encodeGroupValue, type GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import type { ShownFix, ShownTriage } from '../../../shared/triage';
import type { Context } from '../context/context';

/** Triage states of groups and verdicts about fixes, loaded after the groups because loading takes longer. */
export class GroupStates implements Disposable {
	private life = new AbortController();
	private readonly requested = new Set<string>();
	private readonly known = new Map<string, ShownTriage>();
	private readonly fixes = new Map<string, ShownFix>();

	constructor(
		private readonly context: Pick<Context, 'host' | 'fail'>,
		private readonly changed: () => void,
	) {}

	of(value: GroupValue): ShownTriage | undefined {
		return this.known.get(encodeGroupValue(value));
	}

	/** Returns the verdict about a fix, or undefined if the group's state is not `fixed`. */
	fixOf(value: GroupValue): ShownFix | undefined {
		return this.of(value)?.state === 'fixed' ? this.fixes.get(encodeGroupValue(value)) : undefined;
	}

	/** Requests the states of the given groups, except groups that were requested since the last call of `forget`. */
	ask(key: GroupKey, values: readonly GroupValue[]): void {
		const missing = key.kind === 'column' ? [] : values.filter((value) => !this.requested.has(encodeGroupValue(value)));
		if (missing.length === 0) {
			return;
		}
		for (const value of missing) {
			this.requested.add(encodeGroupValue(value));
		}
		const { signal } = this.life;
		this.context.host.call('groupStates', { key, values: missing }, { signal }).then(
			(states) => {
				if (!signal.aborted) {
					this.show(missing, states);
					this.askFixes(key, missing);
				}
			},
			(error: unknown) => signal.aborted || this.context.fail(error),
		);
	}

	private askFixes(key: GroupKey, values: readonly GroupValue[]): void {
		const fixed = values.filter((value) => this.of(value)?.state === 'fixed');
		if (fixed.length === 0) {
			return;
		}
		const { signal } = this.life;
		this.context.host.call('fixVerdicts', { key, values: fixed }, { signal }).then(
			(fixes) => {
				if (!signal.aborted) {
					store(this.fixes, fixed, fixes);
					this.changed();
				}
			},
			(error: unknown) => signal.aborted || this.context.fail(error),
		);
	}

	/** Marks all states as outdated. They remain visible until the new states arrive. */
	forget(): void {
		this.life.abort();
		this.life = new AbortController();
		this.requested.clear();
	}

	dispose(): void {
		this.life.abort();
	}

	private show(values: readonly GroupValue[], states: readonly (ShownTriage | null)[]): void {
		store(this.known, values, states);
		this.changed();
	}
}

function store<T>(known: Map<string, T>, values: readonly GroupValue[], found: readonly (T | null)[]): void {
	for (const [at, value] of values.entries()) {
		const one = found[at];
		if (one) {
			known.set(encodeGroupValue(value), one);
		} else {
			known.delete(encodeGroupValue(value));
		}
	}
}

export function promptTriage(
	{ host, showStatus, fail }: Pick<Context, 'host' | 'showStatus' | 'fail'>,
	key: GroupKey,
	values: readonly GroupValue[],
): void {
	host.call('editTriage', { key, values }).then((status) => status !== '' && showStatus(status), fail);
}
