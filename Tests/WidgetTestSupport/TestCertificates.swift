/// A key that exists for these tests alone, and two certificates of it for `localhost`, 127.0.0.1 and ::1.
public enum TestCertificates {
    public static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgstXKkAzBPHBxnTq+
        SFJ6Rz4qOOQosGNiuR2QjqS8r3KhRANCAAQyRUZui69nxRU+ET0UAM4dt1zsV5Kd
        2za2Ldtq1CUjzAIDM6w6yUvWYx8WxIrSf+SW+emAgNmLOqvcWW8OEvKa
        -----END PRIVATE KEY-----
        """

    /// From 2020 to 9999.
    public static let valid = """
        -----BEGIN CERTIFICATE-----
        MIIBSDCB76ADAgECAgEHMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
        dDAgFw0yMDAxMDEwMDAwMDBaGA85OTk5MTIzMTAwMDAwMFowFDESMBAGA1UEAwwJ
        bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMkVGbouvZ8UVPhE9
        FADOHbdc7FeSnds2ti3batQlI8wCAzOsOslL1mMfFsSK0n/klvnpgIDZizqr3Flv
        DhLymqMwMC4wLAYDVR0RBCUwI4IJbG9jYWxob3N0hwR/AAABhxAAAAAAAAAAAAAA
        AAAAAAABMAoGCCqGSM49BAMCA0gAMEUCIQClrnsy3ZQTP52K0Xx0Vbz73RENDNqN
        UvXn4ArAeh7GZQIgNS6pqDU/euCLMr7vY76ua+ysJm9C1X4CbB93EwtkN94=
        -----END CERTIFICATE-----
        """

    /// It ended with 2020.
    public static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIBRjCB7aADAgECAgEHMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
        dDAeFw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
        Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDJFRm6Lr2fFFT4RPRQA
        zh23XOxXkp3bNrYt22rUJSPMAgMzrDrJS9ZjHxbEitJ/5Jb56YCA2Ys6q9xZbw4S
        8pqjMDAuMCwGA1UdEQQlMCOCCWxvY2FsaG9zdIcEfwAAAYcQAAAAAAAAAAAAAAAA
        AAAAATAKBggqhkjOPQQDAgNIADBFAiA1mkgfuUjoyS0IVmxq0/MfjNsKqFdF6pvN
        nNelgtFrFgIhAJzIXqzvORuJq1F6B6v92+BefPuNlbk1fDQ+8pu4yp6C
        -----END CERTIFICATE-----
        """
}
