import { unsupported } from '../format/fault';

/** Maximum size of a page in bytes. Most writers limit pages to 1 MB, and some to 100 MB. */
export const maxPageBytes = 128 * 1024 * 1024;

/** Maximum total size of all pages in memory, in bytes. Each column may need a data page and a dictionary page. */
const maxBytes = 512 * 1024 * 1024;

export class PageBudget {
	private used = 0;

	/** @throws ParquetError */
	take(bytes: number): void {
		this.used += bytes;
		if (this.used > maxBytes) {
			throw unsupported('page size');
		}
	}

	release(bytes: number): void {
		this.used -= bytes;
	}
}
