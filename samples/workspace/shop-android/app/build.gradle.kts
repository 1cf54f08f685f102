plugins {
    id("com.android.application")
    kotlin("android")
}

android {
    namespace = "com.example.shop"
    compileSdk = 36

    defaultConfig {
        applicationId = "com.example.shop"
        minSdk = 26
        targetSdk = 36
        versionName = "2.4.1"
    }
    buildTypes {
        release {
            isMinifyEnabled = true
        }
    }
}
