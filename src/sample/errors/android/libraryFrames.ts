import type { JvmFrame } from '../jvm';

/** Stacks of Android and of common libraries, innermost first, under the frames of the sample app. */

export const mainLoop: readonly JvmFrame[] = [
	'android.os.Looper.loopOnce(Looper.java:232)',
	'android.os.Looper.loop(Looper.java:317)',
	'android.app.ActivityThread.main(ActivityThread.java:8705)',
	'java.lang.reflect.Method.invoke(Native Method)',
	'com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:580)',
	'com.android.internal.os.ZygoteInit.main(ZygoteInit.java:886)',
];

export const dispatchedMessage: readonly JvmFrame[] = [
	'android.os.Handler.handleCallback(Handler.java:959)',
	'android.os.Handler.dispatchMessage(Handler.java:100)',
	...mainLoop,
];

export const activityStart: readonly JvmFrame[] = [
	'android.app.Activity.performCreate(Activity.java:9002)',
	'android.app.Activity.performCreate(Activity.java:8980)',
	'android.app.Instrumentation.callActivityOnCreate(Instrumentation.java:1526)',
	'android.app.ActivityThread.performLaunchActivity(ActivityThread.java:4030)',
	'android.app.ActivityThread.handleLaunchActivity(ActivityThread.java:4235)',
	'android.app.servertransaction.LaunchActivityItem.execute(LaunchActivityItem.java:112)',
	'android.app.servertransaction.TransactionExecutor.executeNonLifecycleItem(TransactionExecutor.java:174)',
	'android.app.servertransaction.TransactionExecutor.executeTransactionItems(TransactionExecutor.java:109)',
	'android.app.servertransaction.TransactionExecutor.execute(TransactionExecutor.java:81)',
	'android.app.ActivityThread$H.handleMessage(ActivityThread.java:2636)',
	'android.os.Handler.dispatchMessage(Handler.java:107)',
	...mainLoop,
];

export const click: readonly JvmFrame[] = [
	'android.view.View.performClick(View.java:8047)',
	'com.google.android.material.button.MaterialButton.performClick(MaterialButton.java:1218)',
	'android.view.View.performClickInternal(View.java:8024)',
	'android.view.View.-$$Nest$mperformClickInternal(Unknown Source:0)',
	'android.view.View$PerformClick.run(View.java:31890)',
	...dispatchedMessage,
];

export const listLayout: readonly JvmFrame[] = [
	'androidx.recyclerview.widget.RecyclerView$Adapter.onBindViewHolder(RecyclerView.java:7846)',
	'androidx.recyclerview.widget.RecyclerView$Adapter.bindViewHolder(RecyclerView.java:7953)',
	'androidx.recyclerview.widget.RecyclerView$Recycler.tryBindViewHolderByDeadline(RecyclerView.java:6742)',
	'androidx.recyclerview.widget.RecyclerView$Recycler.tryGetViewHolderForPositionByDeadline(RecyclerView.java:7013)',
	'androidx.recyclerview.widget.RecyclerView$Recycler.getViewForPosition(RecyclerView.java:6853)',
	'androidx.recyclerview.widget.LinearLayoutManager$LayoutState.next(LinearLayoutManager.java:2362)',
	'androidx.recyclerview.widget.LinearLayoutManager.layoutChunk(LinearLayoutManager.java:1662)',
	'androidx.recyclerview.widget.LinearLayoutManager.fill(LinearLayoutManager.java:1622)',
	'androidx.recyclerview.widget.LinearLayoutManager.onLayoutChildren(LinearLayoutManager.java:687)',
	'androidx.recyclerview.widget.RecyclerView.dispatchLayoutStep2(RecyclerView.java:4640)',
	'androidx.recyclerview.widget.RecyclerView.dispatchLayout(RecyclerView.java:4343)',
	'androidx.recyclerview.widget.RecyclerView.onLayout(RecyclerView.java:4913)',
	'android.view.View.layout(View.java:25762)',
	'android.view.ViewGroup.layout(ViewGroup.java:6460)',
	'android.view.ViewRootImpl.performLayout(ViewRootImpl.java:4851)',
	'android.view.ViewRootImpl.performTraversals(ViewRootImpl.java:4061)',
	'android.view.ViewRootImpl.doTraversal(ViewRootImpl.java:2876)',
	'android.view.Choreographer$CallbackRecord.run(Choreographer.java:1653)',
	'android.view.Choreographer.doCallbacks(Choreographer.java:1019)',
	'android.view.Choreographer.doFrame(Choreographer.java:910)',
	...dispatchedMessage,
];

export const coroutine: readonly JvmFrame[] = [
	'kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)',
	'kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:100)',
	'kotlinx.coroutines.internal.LimitedDispatcher$Worker.run(LimitedDispatcher.kt:124)',
	'kotlinx.coroutines.scheduling.TaskImpl.run(Tasks.kt:89)',
	'kotlinx.coroutines.scheduling.CoroutineScheduler.runSafely(CoroutineScheduler.kt:586)',
	'kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.executeTask(CoroutineScheduler.kt:820)',
	'kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.runWorker(CoroutineScheduler.kt:717)',
	'kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run(CoroutineScheduler.kt:704)',
];

export const mainCoroutine: readonly JvmFrame[] = [
	'kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)',
	'kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:100)',
	...dispatchedMessage,
];

export const httpCall: readonly JvmFrame[] = [
	'okhttp3.internal.http.BridgeInterceptor.intercept(BridgeInterceptor.kt:84)',
	'okhttp3.internal.http.RealInterceptorChain.proceed(RealInterceptorChain.kt:126)',
	'okhttp3.internal.http.RetryAndFollowUpInterceptor.intercept(RetryAndFollowUpInterceptor.kt:78)',
	'okhttp3.internal.http.RealInterceptorChain.proceed(RealInterceptorChain.kt:126)',
	'okhttp3.internal.connection.RealCall.getResponseWithInterceptorChain$okhttp(RealCall.kt:208)',
	'okhttp3.internal.connection.RealCall.execute(RealCall.kt:157)',
];

export const pool: readonly JvmFrame[] = [
	'java.util.concurrent.Executors$RunnableAdapter.call(Executors.java:487)',
	'java.util.concurrent.FutureTask.runAndReset(FutureTask.java:305)',
	'java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(ScheduledThreadPoolExecutor.java:307)',
	'java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1154)',
	'java.util.concurrent.ThreadPoolExecutor$Worker.run(ThreadPoolExecutor.java:652)',
	'java.lang.Thread.run(Thread.java:1564)',
];
