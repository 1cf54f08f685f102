import { own, thrown } from '../jvm';
import { androidFrames as frames } from './frames';
import { dispatchedMessage, pool } from './libraryFrames';

const syncCall = [
	own(frames.startSync),
	'com.example.shop.sync.OrderSync$$ExternalSyntheticLambda0.run(D8$$SyntheticClass:0)',
	...pool,
];

const hostLookup = [
	'java.net.Inet6AddressImpl.lookupAllHostAddr(Inet6AddressImpl.java:103)',
	'java.net.InetAddress.getAllByName(InetAddress.java:1152)',
	'com.android.okhttp.Dns$1.lookup(Dns.java:41)',
	'com.android.okhttp.internal.huc.HttpURLConnectionImpl.connect(HttpURLConnectionImpl.java:131)',
	'com.android.okhttp.internal.huc.HttpURLConnectionImpl.getOutputStream(HttpURLConnectionImpl.java:262)',
	own(frames.sendOrder),
	own(frames.writeOrder),
	...syncCall,
];

export const ordersNotSent = thrown(
	{
		type: 'java.lang.IllegalStateException',
		message: 'Orders were not sent',
		frames: [own(frames.ordersNotSent), ...syncCall],
		cause: {
			type: 'java.net.UnknownHostException',
			message: 'Unable to resolve host "api.example.com": No address associated with hostname',
			frames: ['java.net.Inet6AddressImpl.lookupHostByName(Inet6AddressImpl.java:156)', ...hostLookup],
			suppressed: {
				type: 'java.io.IOException',
				message: 'No space left on device',
				frames: [
					'sun.nio.ch.FileDispatcherImpl.write0(Native Method)',
					'sun.nio.ch.FileChannelImpl.write(FileChannelImpl.java:306)',
					'java.io.BufferedWriter.close(BufferedWriter.java:268)',
					own(frames.openJournal),
					...syncCall,
				],
			},
			cause: {
				type: 'android.system.GaiException',
				message: 'android_getaddrinfo failed: EAI_NODATA (No address associated with hostname)',
				frames: [
					'libcore.io.Linux.android_getaddrinfo(Native Method)',
					'libcore.io.ForwardingOs.android_getaddrinfo(ForwardingOs.java:133)',
					'java.net.Inet6AddressImpl.lookupHostByName(Inet6AddressImpl.java:135)',
					...hostLookup,
				],
			},
		},
	},
	{ name: 'Orders were not sent' },
);

// The app is not on the stack of those below.

export const deadSystem = thrown({
	type: 'android.os.DeadSystemRuntimeException',
	message: 'android.os.DeadSystemException',
	frames: [
		'android.app.ApplicationPackageManager.getPackageInfoAsUser(ApplicationPackageManager.java:262)',
		'android.app.ApplicationPackageManager.getPackageInfo(ApplicationPackageManager.java:240)',
		'androidx.profileinstaller.ProfileInstaller.writeProfile(ProfileInstaller.java:537)',
		'androidx.profileinstaller.ProfileInstallerInitializer.lambda$writeInBackground$2(ProfileInstallerInitializer.java:146)',
		'androidx.profileinstaller.ProfileInstallerInitializer$$ExternalSyntheticLambda1.run(Unknown Source:2)',
		...pool.slice(-3),
	],
});

export const badWindowToken = thrown({
	type: 'android.view.WindowManager$BadTokenException',
	message: (draws) =>
		`Unable to add window -- token android.os.BinderProxy@${draws.hex(7)} is not valid; is your activity running?`,
	frames: [
		'android.view.ViewRootImpl.setView(ViewRootImpl.java:1656)',
		'android.view.WindowManagerGlobal.addView(WindowManagerGlobal.java:421)',
		'android.view.WindowManagerImpl.addView(WindowManagerImpl.java:158)',
		'android.app.Dialog.show(Dialog.java:513)',
		...dispatchedMessage,
	],
});

export const stateTooLarge = thrown(
	{
		type: 'android.os.TransactionTooLargeException',
		message: (draws) => `data parcel size ${draws.between(1_048_577, 4_000_000)} bytes`,
		frames: [
			'android.os.BinderProxy.transactNative(Native Method)',
			'android.os.BinderProxy.transact(BinderProxy.java:653)',
			'android.app.IActivityClientController$Stub$Proxy.activityStopped(IActivityClientController.java:1445)',
			'android.app.ActivityClient.activityStopped(ActivityClient.java:105)',
			'android.app.servertransaction.PendingTransactionActions$StopInfo.run(PendingTransactionActions.java:145)',
			...dispatchedMessage,
		],
	},
	{ since: '2.4.0' },
);
