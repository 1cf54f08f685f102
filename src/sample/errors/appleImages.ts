export interface AppleImage {
	readonly name: string;
	/** Address before the system moved it. */
	readonly start: number;
	readonly size: number;
	/** 32 hexadecimal digits. */
	readonly id: string;
	/** Undefined for the app, which lies in a folder of its own on each device. */
	readonly path: string | undefined;
}

export const appImage: AppleImage = {
	name: 'Shop',
	start: 0x1_0000_0000,
	size: 0x3f_0000,
	id: '5a0c1d7e93b24c3f8d61a7b0e4f29c18',
	path: undefined,
};

const libraries: readonly AppleImage[] = [
	system('CoreFoundation', 0x1_8020_0000, '3e6a1b0c4d5f3a7b9c8d2e1f0a4b5c6d'),
	system('Foundation', 0x1_8180_0000, '71b5c3d2e4f63a1c8b9d0e7f6a5b4c3d'),
	system('UIKitCore', 0x1_8400_0000, '9f8e7d6c5b4a3f2e8d1c0b9a8f7e6d5c'),
	system('GraphicsServices', 0x1_c900_0000, '0b1a2c3d4e5f3b6a8c7d9e0f1a2b3c4d'),
	system('libobjc.A.dylib', 0x1_9880_0000, 'c4d3b2a1f0e93d8c9b7a6f5e4d3c2b1a', '/usr/lib'),
	system('libswiftCore.dylib', 0x1_9200_0000, '2f3e4d5c6b7a3c8d9e0f1a2b3c4d5e6f', '/usr/lib/swift'),
	system('libswift_Concurrency.dylib', 0x1_9b00_0000, '8a7b6c5d4e3f3d2c8b1a0f9e8d7c6b5a', '/usr/lib/swift'),
	system('libdispatch.dylib', 0x1_8010_0000, 'd1e2f3a4b5c63d7e8f9a0b1c2d3e4f5a', '/usr/lib/system'),
	system('libsystem_kernel.dylib', 0x1_d400_0000, 'e5f4d3c2b1a03f9e8d7c6b5a4f3e2d1c', '/usr/lib/system'),
	system('libsystem_pthread.dylib', 0x1_e200_0000, 'a6b5c4d3e2f13a0b9c8d7e6f5a4b3c2d', '/usr/lib/system'),
	system('libsystem_c.dylib', 0x1_8fc0_0000, 'b7c6d5e4f3a23b1c8d9e0f7a6b5c4d3e', '/usr/lib/system'),
	system('libc++abi.dylib', 0x1_98a0_0000, 'f9e8d7c6b5a43f3e8d2c1b0a9f8e7d6c', '/usr/lib'),
	system('dyld', 0x1_9a40_0000, '1c2d3e4f5a6b3c7d8e9f0a1b2c3d4e5f', '/usr/lib'),
];

export const images: ReadonlyMap<string, AppleImage> = new Map(libraries.map((image) => [image.name, image]));

/** One line of "Binary Images"; a plus marks what is not the system's. */
export function binaryImageLine(image: AppleImage, start: number, appPath: string): string {
	const range = `${hex(start)} - ${hex(start + image.size - 1)}`;
	const mark = image.path === undefined ? '+' : ' ';
	return `${range} ${mark}${image.name} arm64  <${image.id}> ${image.path ?? appPath}`;
}

function hex(address: number): string {
	return `0x${address.toString(16)}`.padStart(18);
}

function system(name: string, start: number, id: string, folder?: string): AppleImage {
	const path = `${folder ?? `/System/Library/Frameworks/${name}.framework`}/${name}`;
	return { name, start, size: 0x40_0000, id, path };
}
