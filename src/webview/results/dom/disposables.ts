export interface Disposable {
	dispose(): void;
}

/** Owns what it is given. What is added after its end is ended at once. */
export class Disposables implements Disposable {
	private readonly owned = new Set<Disposable>();
	private ended = false;

	add<D extends Disposable>(disposable: D): D {
		if (this.ended) {
			disposable.dispose();
		} else {
			this.owned.add(disposable);
		}
		return disposable;
	}

	listen<E extends keyof WindowEventMap>(target: Window, type: E, listener: (event: WindowEventMap[E]) => void): void;
	listen<E extends keyof HTMLElementEventMap>(
		target: HTMLElement,
		type: E,
		listener: (event: HTMLElementEventMap[E]) => void,
	): void;
	listen(target: EventTarget, type: string, listener: (event: never) => void): void {
		target.addEventListener(type, listener as EventListener);
		this.add({ dispose: () => target.removeEventListener(type, listener as EventListener) });
	}

	dispose(): void {
		this.ended = true;
		for (const disposable of this.owned) {
			disposable.dispose();
		}
		this.owned.clear();
	}
}
