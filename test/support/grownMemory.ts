/** Declared here, because the DOM library would also declare other globals that exist only in browsers. */
declare const WebAssembly: { readonly Memory: { readonly prototype: { grow: (pages: number) => number } } };

const pageBytes = 64 * 1024;

export function grownMemory(work: () => void): number {
	const { grow } = WebAssembly.Memory.prototype;
	let grown = 0;
	WebAssembly.Memory.prototype.grow = function (pages) {
		grown += pages * pageBytes;
		return grow.call(this, pages);
	};
	try {
		work();
	} finally {
		WebAssembly.Memory.prototype.grow = grow;
	}
	return grown;
}
